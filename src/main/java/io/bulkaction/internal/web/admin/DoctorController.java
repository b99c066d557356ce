package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.doctor.DoctorReport;
import io.bulkaction.internal.operate.audit.Actor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Checks the accounting of a queue; with POST also repairs what can be repaired and reports it. */
@RestController
@RequestMapping("/admin/queue/doctor")
final class DoctorController {

    private final Doctor doctor;

    DoctorController(Doctor doctor) {
        this.doctor = doctor;
    }

    @GetMapping
    DoctorReport examine(@RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        return doctor.examine(queue, actor);
    }

    @PostMapping
    DoctorReport repair(@RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        return doctor.repair(queue, actor);
    }
}
