package io.bulkaction.internal.metrics;

import io.bulkaction.QueueName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/** Makes meters that all carry the label of one queue. */
final class QueueMeters {

    private final MeterRegistry registry;
    private final Tags queue;
    private final Map<String, DoubleSupplier> watched = new ConcurrentHashMap<>();

    QueueMeters(MeterRegistry registry, QueueName queue) {
        this.registry = registry;
        this.queue = Tags.of("queue", queue.value());
    }

    Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(queue).tags(tags).register(registry);
    }

    /** A number that only grows, under a name that does not end in {@code _total} as that of a counter would. */
    LongAdder tally(String name, String description) {
        LongAdder tally = new LongAdder();
        gauge(name, description, tally, LongAdder::doubleValue);
        return tally;
    }

    private <T> void gauge(String name, String description, T source, ToDoubleFunction<T> value, String... tags) {
        // why strong: a gauge whose source was garbage-collected silently turns into NaN
        Gauge.builder(name, source, value)
                .description(description)
                .tags(queue)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** Shows a source; a later one of the same name and tags takes its place. */
    void watch(String name, String description, DoubleSupplier source, String... tags) {
        String id = name + List.of(tags);
        if (watched.put(id, source) == null) {
            gauge(name, description, watched, sources -> sources.get(id).getAsDouble(), tags);
        }
    }

    Timer timer(String name, String description, String... tags) {
        return Timer.builder(name).description(description).tags(queue).tags(tags).register(registry);
    }

    /** Has fixed buckets: Micrometer's own percentile histogram would make about seventy series of each timer. */
    Timer histogram(String name, String description, Duration[] buckets, String... tags) {
        return Timer.builder(name)
                .description(description)
                .tags(queue)
                .tags(tags)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    MultiGauge multiGauge(String name, String description) {
        return MultiGauge.builder(name).description(description).tags(queue).register(registry);
    }
}
