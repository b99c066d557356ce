package io.bulkaction.internal.metrics;

import io.bulkaction.QueueName;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Gives every queue its meters. Keep it as long as the registry, which refers to some counters only weakly. */
public final class BulkActionMetrics {

    private final MeterRegistry registry;
    private final Map<QueueName, QueueMetrics> queues = new ConcurrentHashMap<>();

    public BulkActionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Always the same object for the same queue. */
    public QueueMetrics queue(QueueName queue) {
        return queues.computeIfAbsent(queue, name -> new QueueMetrics(new QueueMeters(registry, name)));
    }
}
