package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.alert.OpenAlerts;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The open alerts of one queue, or of all. */
@RestController
final class AlertsController {

    private final OpenAlerts alerts;
    private final Queues queues;
    private final AdminMessages messages;
    private final Callers callers;

    AlertsController(OpenAlerts alerts, Queues queues, AdminMessages messages, Callers callers) {
        this.alerts = alerts;
        this.queues = queues;
        this.messages = messages;
        this.callers = callers;
    }

    /** Newest first. */
    @GetMapping("/admin/queue/alerts")
    List<AlertResponse> open(@RequestParam(defaultValue = "default") QueueName queue) {
        return alerts.of(queue).stream().map(this::response).toList();
    }

    /** Newest first. */
    @ChecksScope
    @GetMapping("/admin/alerts")
    List<AlertResponse> all() {
        Predicate<QueueName> mayLookAt = callers.wholeQueues();
        return queues.all().stream()
                .filter(queue -> mayLookAt.test(queue.name()))
                .flatMap(queue -> alerts.of(queue.name()).stream())
                .sorted(Comparator.comparing(Alert::raisedAt).reversed())
                .map(this::response)
                .toList();
    }

    private AlertResponse response(Alert alert) {
        return new AlertResponse(
                alert.queue(), alert.type(), alert.severity(), alert.title(), alert.message(),
                messages.text("admin.action." + alert.type()), alert.details(), alert.raisedAt());
    }

    /** @param action what to do */
    record AlertResponse(
            QueueName queue,
            AlertType type,
            AlertType.Severity severity,
            String title,
            String message,
            String action,
            Map<String, String> details,
            Instant raisedAt) {}
}
