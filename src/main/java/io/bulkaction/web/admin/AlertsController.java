package io.bulkaction.web.admin;

import io.bulkaction.job.QueueName;
import io.bulkaction.operate.alert.Alert;
import io.bulkaction.operate.alert.AlertType;
import io.bulkaction.operate.alert.OpenAlerts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is wrong with a queue right now. */
@RestController
final class AlertsController {

    private final OpenAlerts alerts;

    AlertsController(OpenAlerts alerts) {
        this.alerts = alerts;
    }

    /** Newest first. */
    @GetMapping("/admin/queue/alerts")
    List<AlertResponse> open(@RequestParam(defaultValue = "default") String queue) {
        return alerts.of(new QueueName(queue)).stream().map(AlertResponse::of).toList();
    }

    record AlertResponse(
            AlertType type,
            AlertType.Severity severity,
            String title,
            String message,
            Map<String, String> details,
            Instant raisedAt) {

        static AlertResponse of(Alert alert) {
            return new AlertResponse(
                    alert.type(), alert.severity(), alert.title(), alert.message(), alert.details(), alert.raisedAt());
        }
    }
}
