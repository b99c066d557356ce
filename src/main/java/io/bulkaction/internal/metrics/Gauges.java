package io.bulkaction.internal.metrics;

import io.bulkaction.PriorityLevel;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of a queue that come from one source, over all instances. The source is read at most once a second, however
 * many gauges and scrapers there are. While it fails, the gauges are NaN.
 */
public final class Gauges<T> {

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final QueueMeters meters;
    private final Memo<T> source;

    Gauges(QueueMeters meters, Supplier<T> source) {
        this.meters = meters;
        this.source = new Memo<>(source, FRESH);
    }

    public Gauges<T> ready(ToDoubleFunction<T> jobs) {
        return show("bulk.action.ready.queue.size", "Jobs in Ready", jobs);
    }

    public Gauges<T> nonReady(ToDoubleFunction<T> jobs) {
        return show("bulk.action.non.ready.queue.size", "Jobs in Non-ready", jobs);
    }

    public Gauges<T> inFlight(ToDoubleFunction<T> jobs) {
        return show("bulk.action.in.flight", "Jobs claimed under a lease", jobs);
    }

    public Gauges<T> deadLetters(ToDoubleFunction<T> jobs) {
        return show("bulk.action.dead.letter.size", "Jobs that wait for a person", jobs);
    }

    public Gauges<T> scheduled(ToDoubleFunction<T> jobs) {
        return show("bulk.action.scheduled.size", "Jobs that are to start later", jobs);
    }

    public Gauges<T> expired(ToDoubleFunction<T> jobs) {
        return show("bulk.action.expired.jobs", "Jobs that have ever expired", jobs);
    }

    /** @param flag 1 or 0 */
    public Gauges<T> paused(ToDoubleFunction<T> flag) {
        return show("bulk.action.queue.paused", "1 while the queue is paused", flag);
    }

    public Gauges<T> groups(PriorityLevel level, ToDoubleFunction<T> groups) {
        return show("bulk.action.queue.groups", "Groups in the fair queue", groups, "priority", lowerCase(level));
    }

    /** @param level a congestion level */
    public Gauges<T> congestion(Enum<?> level, ToDoubleFunction<T> groups) {
        return show("bulk.action.congestion.level", "Groups by congestion level", groups, "level", lowerCase(level));
    }

    private Gauges<T> show(String name, String text, ToDoubleFunction<T> value, String... tags) {
        meters.watch(name, text, () -> {
            T read = source.get();
            return read == null ? Double.NaN : value.applyAsDouble(read);
        }, tags);
        return this;
    }

    private static String lowerCase(Enum<?> level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
