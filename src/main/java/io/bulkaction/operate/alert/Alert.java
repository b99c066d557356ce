package io.bulkaction.operate.alert;

import io.bulkaction.job.QueueName;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a queue, or was.
 *
 * @param subject tells two causes of one type apart, such as two lost instances; may be empty
 * @param details job, group, error, counts: by name, for people and programs
 * @param resolvedAt when it was over; null while it is not
 */
public record Alert(
        QueueName queue,
        AlertType type,
        String subject,
        String title,
        String message,
        Map<String, String> details,
        Instant raisedAt,
        @Nullable Instant resolvedAt) {

    public AlertType.Severity severity() {
        return type.severity();
    }

    public boolean isResolved() {
        return resolvedAt != null;
    }

    /** Same for the same trouble, whoever sees it. */
    String cause() {
        return subject.isEmpty() ? type.name() : type + ":" + subject;
    }

    Alert resolved(Instant at) {
        return new Alert(queue, type, subject, title, message, details, raisedAt, at);
    }
}
