package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.flow.Queue;
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

/** Raises and resolves the alerts of one queue. Every change is compare-and-set, so of many instances one does it. */
final class AlertDesk {

    private static final Logger log = LoggerFactory.getLogger(AlertDesk.class);
    private static final int MOST_TRIES = 5;

    private final Queue queue;
    private final AlertRecords records;
    private final Collection<String> channels;

    AlertDesk(Queue queue, Collection<String> channels) {
        this.queue = queue;
        this.records = AlertRecords.of(queue);
        this.channels = channels;
    }

    List<Alert> open() {
        return read(records.all()).values().stream()
                .map(AlertRecord::alert)
                .filter(alert -> !alert.isResolved())
                .toList();
    }

    Map<String, AlertRecord> read(Map<String, String> texts) {
        Map<String, AlertRecord> known = new TreeMap<>();
        texts.forEach((cause, text) -> {
            try {
                known.put(cause, AlertRecord.read(queue.name(), text));
            } catch (JacksonException unreadable) {
                // why left alone: an instance of a newer version may have raised it
                log.debug("Alert {} of queue {} cannot be read", cause, queue.name(), unreadable);
            }
        });
        return known;
    }

    /** Empty when somebody else raised it first. */
    Optional<AlertRecord> raise(Trouble trouble, Instant now) {
        AlertRecord raised = AlertRecord.raised(trouble.alert(queue.name(), now), channels);
        return records.create(trouble.cause(), raised.write()) ? Optional.of(raised) : Optional.empty();
    }

    /** Empty when somebody else did it first, or nobody knows of the alert yet and so nobody needs to hear of its end. */
    Optional<AlertRecord> resolve(AlertRecord known, Instant now) {
        AlertRecord resolved = known.resolved(now, channels);
        return replace(known, resolved) && !resolved.isOver() ? Optional.of(resolved) : Optional.empty();
    }

    /** False when the record is no longer as known; a record with nothing left to send is removed. */
    boolean replace(AlertRecord known, AlertRecord changed) {
        String cause = AlertRecord.causeOf(known.alert());
        return changed.isOver()
                ? records.remove(cause, known.write())
                : records.replace(cause, known.write(), changed.write());
    }

    /** Notes that a channel has taken a piece of news. */
    void delivered(Alert news, String channel) {
        update(
                news,
                channel,
                record -> record.delivered(channel),
                // why at once: the channel knows of the beginning now, and waits for nothing
                record -> record.resting(channel, record.alert().raisedAt()));
    }

    /** Notes that a channel could not take a piece of news and rests. */
    void refused(Alert news, String channel, Instant until) {
        update(news, channel, record -> record.resting(channel, until), record -> record.delivered(channel));
    }

    /** @param overtaken what to change when the trouble was over before its beginning was told */
    private void update(
            Alert news, String channel, UnaryOperator<AlertRecord> change, UnaryOperator<AlertRecord> overtaken) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<AlertRecord> found =
                    records.find(AlertRecord.causeOf(news)).map(text -> AlertRecord.read(queue.name(), text));
            if (found.isEmpty()) {
                return;
            }
            AlertRecord known = found.get();
            if (!known.alert().raisedAt().equals(news.raisedAt()) || !known.pending().containsKey(channel)) {
                return;
            }
            boolean isOldNews = known.alert().isResolved() && !news.isResolved();
            if (replace(known, (isOldNews ? overtaken : change).apply(known))) {
                return;
            }
        }
    }
}
