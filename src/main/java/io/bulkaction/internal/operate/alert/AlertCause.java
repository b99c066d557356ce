package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A cause that holds right now.
 *
 * @param story asked only when an alert is raised: it may have to look things up
 */
record Trouble(AlertType type, String subject, Supplier<Story> story) {

    record Story(String title, String message, Map<String, String> details) {}

    String cause() {
        return subject.isEmpty() ? type.name() : type + ":" + subject;
    }

    Alert alert(QueueName queue, Instant at) {
        Story told = story.get();
        return new Alert(queue, type, subject, told.title, told.message, told.details, at, null);
    }
}
