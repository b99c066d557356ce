package io.bulkaction.web.admin;

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
    DoctorReport examine(@RequestParam(defaultValue = "default") String queue, HttpServletRequest http) {
        return doctor.examine(new QueueName(queue), said.actor(http));
    }

    @PostMapping
    DoctorReport repair(@RequestParam(defaultValue = "default") String queue, HttpServletRequest http) {
        return doctor.repair(new QueueName(queue), said.actor(http));
    }
}
