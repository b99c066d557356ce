package io.bulkaction.internal.operate.alert;

import io.bulkaction.Explanation;
import io.bulkaction.QueueName;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Something that is wrong right now.
 *
 * @param text called only when an alert is raised, because it may have to look things up
 */
record AlertCause(AlertType type, String subject, Supplier<Text> text) {

    /** What an alert says. */
    record Text(String title, String message, Map<String, String> details) {}

    /** The same alert, which also says why the queue is where it is. */
    AlertCause because(Explanation why) {
        return new AlertCause(type, subject, () -> {
            Text says = text.get();
            Map<String, String> details = new LinkedHashMap<>(says.details);
            details.put("code", why.code().name());
            details.put("explanation", why.sentence());
            return new Text(says.title, says.message, details);
        });
    }

    /** The same for the same cause on every instance. */
    String id() {
        return id(type, subject);
    }

    static String id(AlertType type, String subject) {
        return subject.isEmpty() ? type.name() : type + ":" + subject;
    }

    Alert alert(QueueName queue, Instant at) {
        Text says = text.get();
        return new Alert(queue, type, subject, says.title, says.message, says.details, at, null);
    }
}
