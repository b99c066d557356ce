package io.bulkaction.internal.metrics;

import io.bulkaction.PriorityLevel;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges that are read together. They appear with the first supplier; a later one takes its place. */
final class SnapshotGauges {

    static final Duration FRESH = Duration.ofSeconds(1);

    private final QueueMeters meters;
    private final AtomicBoolean queueRegistered = new AtomicBoolean();
    private final AtomicBoolean poolRegistered = new AtomicBoolean();
    private volatile @Nullable Supplier<@Nullable QueueSnapshot> queue;
    private volatile @Nullable Supplier<@Nullable PoolSnapshot> pool;

    SnapshotGauges(QueueMeters meters) {
        this.meters = meters;
    }

    void watchQueue(Supplier<QueueSnapshot> supplier) {
        queue = new Memo<>(supplier, FRESH);
        if (!queueRegistered.compareAndSet(false, true)) {
            return;
        }
        queueGauge("bulk.action.ready.queue.size", "Jobs in Ready", QueueSnapshot::ready);
        queueGauge("bulk.action.non.ready.queue.size", "Jobs in Non-ready", QueueSnapshot::nonReady);
        queueGauge("bulk.action.in.flight", "Jobs claimed under a lease", QueueSnapshot::inFlight);
        queueGauge("bulk.action.dead.letter.size", "Jobs that wait for a person", QueueSnapshot::deadLetters);
        queueGauge("bulk.action.queue.paused", "1 while the queue is paused", snapshot -> snapshot.paused() ? 1 : 0);
        for (PriorityLevel level : PriorityLevel.values()) {
            queueGauge("bulk.action.queue.groups", "Groups in the fair queue",
                    snapshot -> snapshot.groups().getOrDefault(level, 0L),
                    "priority", level.name().toLowerCase(Locale.ROOT));
        }
        for (String level : QueueSnapshot.CONGESTION_LEVELS) {
            queueGauge("bulk.action.congestion.level", "Groups by congestion level",
                    snapshot -> snapshot.congestion().getOrDefault(level, 0L), "level", level);
        }
    }

    void watchPool(Supplier<PoolSnapshot> supplier) {
        pool = supplier::get;
        if (!poolRegistered.compareAndSet(false, true)) {
            return;
        }
        poolGauge("bulk.action.worker.pool.size", "Workers", PoolSnapshot::size);
        poolGauge("bulk.action.worker.pool.active", "Workers that run a job", PoolSnapshot::active);
        poolGauge("bulk.action.worker.pool.idle", "Workers that wait for a job", PoolSnapshot::idle);
    }

    private void queueGauge(String name, String text, ToDoubleFunction<QueueSnapshot> value, String... tags) {
        meters.gauge(name, text, this, gauges -> read(gauges.queue, value), tags);
    }

    private void poolGauge(String name, String text, ToDoubleFunction<PoolSnapshot> value) {
        meters.gauge(name, text, this, gauges -> read(gauges.pool, value));
    }

    private static <T> double read(@Nullable Supplier<@Nullable T> supplier, ToDoubleFunction<T> value) {
        T snapshot = supplier == null ? null : supplier.get();
        return snapshot == null ? Double.NaN : value.applyAsDouble(snapshot);
    }
}
