package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.alert.OpenAlerts;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The open alerts of a queue. */
@RestController
final class AlertsController {

    private final OpenAlerts alerts;

    AlertsController(OpenAlerts alerts) {
        this.alerts = alerts;
    }

    /** Newest first. */
    @GetMapping("/admin/queue/alerts")
    List<AlertResponse> open(@RequestParam(defaultValue = "default") QueueName queue) {
        return alerts.of(queue).stream().map(AlertResponse::of).toList();
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
