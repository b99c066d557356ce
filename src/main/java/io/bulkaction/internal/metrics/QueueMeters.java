package io.bulkaction.internal.metrics;

import io.bulkaction.QueueName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;

/** Makes meters that all carry the label of one queue. */
final class QueueMeters {

    private final MeterRegistry registry;
    private final Tags queue;
    private final Map<String, DoubleSupplier> watched = new ConcurrentHashMap<>();
    private final List<DoubleSupplier> counted = new CopyOnWriteArrayList<>();

    QueueMeters(MeterRegistry registry, QueueName queue) {
        this.registry = registry;
        this.queue = Tags.of("queue", queue.value());
    }

    Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(queue).tags(tags).register(registry);
    }

    /** A counter of what is counted elsewhere, because it has a second name. */
    void counter(String name, String description, DoubleSupplier source, String... tags) {
        FunctionCounter.builder(name, source, DoubleSupplier::getAsDouble)
                .description(description)
                .tags(queue)
                .tags(tags)
                .register(registry);
        counted.add(source); // why: the registry refers to it only weakly
    }

    /** Shows a source as a gauge; a later one of the same name and tags takes its place. */
    void watch(String name, String description, DoubleSupplier source, String... tags) {
        String id = name + List.of(tags);
        if (watched.put(id, source) == null) {
            // why strong: a gauge whose source was garbage-collected silently turns into NaN
            Gauge.builder(name, watched, sources -> sources.get(id).getAsDouble())
                    .description(description)
                    .tags(queue)
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
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
