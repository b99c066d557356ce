package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * An alert as it is stored for all instances, with what is still to be sent. So it survives the instance that raised
 * it, and messages that cannot be sent take no memory here.
 *
 * @param pending channel to its delivery; a channel that has been told is not among them
 */
record AlertRecord(Alert alert, Map<String, Delivery> pending) {

    /**
     * @param attempts how often an instance has tried
     * @param notBefore no instance tries before then: one is trying now, or the last try failed
     */
    record Delivery(int attempts, Instant notBefore) {}

    /** A receiver that was away for a day does not want yesterday's news. */
    private static final Duration GIVE_UP_AFTER = Duration.ofHours(24);

    private static final JsonMapper JSON = JsonMapper.shared();

    private record Stored(
            AlertType type,
            String subject,
            String title,
            String message,
            Map<String, String> details,
            long raisedAt,
            @Nullable Long resolvedAt,
            Map<String, StoredDelivery> pending) {}

    private record StoredDelivery(int attempts, long notBefore) {}

    static AlertRecord raised(Alert alert, Collection<String> channels) {
        Map<String, Delivery> pending = new TreeMap<>();
        channels.forEach(channel -> pending.put(channel, new Delivery(0, alert.raisedAt())));
        return new AlertRecord(alert, pending);
    }

    /** A channel that may have been told of the alert is told that it is resolved. */
    AlertRecord resolved(Instant at, Collection<String> channels) {
        Map<String, Delivery> rest = new TreeMap<>();
        for (String channel : channels) {
            Delivery begun = pending.get(channel);
            if (begun == null) {
                rest.put(channel, new Delivery(0, at));
            } else if (begun.attempts > 0) {
                rest.put(channel, new Delivery(0, begun.notBefore));
            }
        }
        return new AlertRecord(resolved(alert, at), rest);
    }

    AlertRecord taken(String channel, Instant until) {
        return with(channel, new Delivery(pending.get(channel).attempts + 1, until));
    }

    AlertRecord postponed(String channel, Instant until) {
        return with(channel, new Delivery(pending.get(channel).attempts, until));
    }

    AlertRecord delivered(String channel) {
        Map<String, Delivery> rest = new TreeMap<>(pending);
        rest.remove(channel);
        return new AlertRecord(alert, rest);
    }

    boolean isOver() {
        return alert.isResolved() && pending.isEmpty();
    }

    boolean isStale(Instant now) {
        Instant since = alert.resolvedAt() == null ? alert.raisedAt() : alert.resolvedAt();
        return !pending.isEmpty() && since.isBefore(now.minus(GIVE_UP_AFTER));
    }

    private AlertRecord with(String channel, Delivery delivery) {
        Map<String, Delivery> changed = new TreeMap<>(pending);
        changed.put(channel, delivery);
        return new AlertRecord(alert, changed);
    }

    String write() {
        Map<String, StoredDelivery> stored = new TreeMap<>();
        pending.forEach((channel, delivery) -> stored.put(channel,
                new StoredDelivery(delivery.attempts, delivery.notBefore.toEpochMilli())));
        return JSON.writeValueAsString(new Stored(
                alert.type(),
                alert.subject(),
                alert.title(),
                alert.message(),
                alert.details(),
                alert.raisedAt().toEpochMilli(),
                alert.resolvedAt() == null ? null : alert.resolvedAt().toEpochMilli(),
                stored));
    }

    static AlertRecord read(QueueName queue, String text) {
        Stored stored = JSON.readValue(text, Stored.class);
        Map<String, Delivery> pending = new TreeMap<>();
        stored.pending.forEach((channel, delivery) -> pending.put(channel,
                new Delivery(delivery.attempts, Instant.ofEpochMilli(delivery.notBefore))));
        return new AlertRecord(
                new Alert(
                        queue,
                        stored.type,
                        stored.subject,
                        stored.title,
                        stored.message,
                        stored.details,
                        Instant.ofEpochMilli(stored.raisedAt),
                        stored.resolvedAt == null ? null : Instant.ofEpochMilli(stored.resolvedAt)),
                pending);
    }

    static String causeOf(Alert alert) {
        return AlertCause.id(alert.type(), alert.subject());
    }

    private static Alert resolved(Alert alert, Instant at) {
        return new Alert(alert.queue(), alert.type(), alert.subject(), alert.title(), alert.message(), alert.details(),
                alert.raisedAt(), at);
    }
}
