package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.spi.Alert;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Raises and resolves the alerts of one queue. Every change is compare-and-set, so only one of many instances does it.
 */
final class QueueAlerts {

    private static final Logger log = LoggerFactory.getLogger(QueueAlerts.class);
    private static final int MAX_TRIES = 5;

    private final QueueName queue;
    private final AlertRecords records;
    private final Collection<String> channels;

    QueueAlerts(QueueName queue, AlertRecords records, Collection<String> channels) {
        this.queue = queue;
        this.records = records;
        this.channels = channels;
    }

    Map<String, AlertRecord> read() {
        return read(records.all());
    }

    List<Alert> open() {
        return read().values().stream()
                .map(AlertRecord::alert)
                .filter(alert -> !alert.isResolved())
                .toList();
    }

    Map<String, AlertRecord> read(Map<String, String> texts) {
        Map<String, AlertRecord> known = new TreeMap<>();
        texts.forEach((cause, text) -> {
            try {
                known.put(cause, AlertRecord.read(queue, text));
            } catch (JacksonException unreadable) {
                // why kept: an instance of a newer version may have raised it
                log.debug("Cannot read alert {} of queue {}", cause, queue, unreadable);
            }
        });
        return known;
    }

    /** Empty if another instance raised it first. */
    Optional<AlertRecord> raise(AlertCause cause, Instant now) {
        AlertRecord raised = AlertRecord.raised(cause.alert(queue, now), channels);
        return records.create(cause.id(), raised.write()) ? Optional.of(raised) : Optional.empty();
    }

    /** Empty if another instance resolved it first, or if no channel was ever told of the alert. */
    Optional<AlertRecord> resolve(AlertRecord known, Instant now) {
        AlertRecord resolved = known.resolved(now, channels);
        return replace(known, resolved) && !resolved.isOver() ? Optional.of(resolved) : Optional.empty();
    }

    /** False if the record has changed meanwhile. Removes a record with nothing left to send. */
    boolean replace(AlertRecord known, AlertRecord changed) {
        String cause = AlertRecord.causeOf(known.alert());
        return changed.isOver()
                ? records.remove(cause, known.write())
                : records.replace(cause, known.write(), changed.write());
    }

    /** Records that a channel has taken the message. */
    void delivered(Alert message, String channel) {
        update(
                message,
                channel,
                record -> record.delivered(channel),
                // why due at once: the channel has just been told that it began
                record -> record.postponed(channel, record.alert().raisedAt()));
    }

    /** Records that a channel could not take the message and is tried again later. */
    void failed(Alert message, String channel, Instant retryAt) {
        update(message, channel, record -> record.postponed(channel, retryAt), record -> record.delivered(channel));
    }

    /** @param overtaken the change if the alert was resolved while this channel was being told that it began */
    private void update(
            Alert message, String channel, UnaryOperator<AlertRecord> change, UnaryOperator<AlertRecord> overtaken) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<AlertRecord> found =
                    records.find(AlertRecord.causeOf(message)).map(text -> AlertRecord.read(queue, text));
            if (found.isEmpty()) {
                return;
            }
            AlertRecord known = found.get();
            if (!known.alert().raisedAt().equals(message.raisedAt()) || !known.pending().containsKey(channel)) {
                return;
            }
            boolean isOvertaken = known.alert().isResolved() && !message.isResolved();
            if (replace(known, (isOvertaken ? overtaken : change).apply(known))) {
                return;
            }
        }
    }
}
