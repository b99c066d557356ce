package io.bulkaction.web.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.doctor.Doctor;
import io.bulkaction.operate.doctor.DoctorReport;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Proves the accounting of a queue; with POST also mends what can be mended and says what it did. */
@RestController
@RequestMapping("/admin/queue/doctor")
final class DoctorController {

    private final Doctor doctor;
    private final Said said;

    DoctorController(Doctor doctor, Said said) {
        this.doctor = doctor;
        this.said = said;
    }

    @GetMapping
    DoctorResponse examine(@RequestParam(defaultValue = "default") String queue, HttpServletRequest http) {
        return DoctorResponse.of(doctor.examine(new QueueName(queue), said.actor(http)));
    }

    @PostMapping
    DoctorResponse repair(@RequestParam(defaultValue = "default") String queue, HttpServletRequest http) {
        return DoctorResponse.of(doctor.repair(new QueueName(queue), said.actor(http)));
    }

    record DoctorResponse(boolean healthy, @JsonUnwrapped DoctorReport report) {

        static DoctorResponse of(DoctorReport report) {
            return new DoctorResponse(report.isHealthy(), report);
        }
    }
}
