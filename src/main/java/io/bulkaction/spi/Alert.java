package io.bulkaction.spi;

import io.bulkaction.QueueName;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a queue, or was. Given to an {@link AlertChannel} twice: when it begins, and with
 * {@code resolvedAt} when it is over.
 *
 * @param queue the queue
 * @param type what is wrong
 * @param subject tells two causes of one type apart, such as two lost instances; may be empty
 * @param title one line
 * @param message what happened and what to do
 * @param details job, group, error and counts by name, for people and programs
 * @param raisedAt when it began, on the clock of Redis
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

    /** {@return how soon somebody should look} */
    public AlertType.Severity severity() {
        return type.severity();
    }

    /** {@return whether it is over} */
    public boolean isResolved() {
        return resolvedAt != null;
    }
}
