package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.NonReadyQueue.Dispatched;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Moves due jobs from Non-ready to the front of their groups, and lets groups go on whose hold is over. Sleeps until the next one is due, or until an earlier one
 * comes in.
 */
final class Dispatcher {

    private final Queue queue;
    private final QueueSettings.Backpressure settings;
    private final Duration longestWait;
    private final QueueMetrics metrics;
    private final WakingLoop loop;
    private final LongAdder moved = new LongAdder();
    private final LongAdder cycles = new LongAdder();
    private final IntConsumer returned;
    /** When a partition is to be looked at, by {@link System#nanoTime()}. */
    private final AtomicLongArray lookAt;

    /** @param returned told the partition whose groups got jobs back; must not block */
    Dispatcher(Queue queue, QueueMetrics metrics, IntConsumer returned) {
        this.queue = queue;
        this.settings = queue.settings().backpressure();
        this.longestWait = queue.settings().workerPool().workerTimeout();
        this.metrics = metrics;
        this.returned = returned;
        this.lookAt = new AtomicLongArray(queue.partitions().size());
        this.loop = new WakingLoop("dispatcher-" + queue.name(), queue.home().wakes().dispatcher(), this::turn);
    }

    Loop loop() {
        return loop.loop();
    }

    void start() {
        for (int partition = 0; partition < lookAt.length(); partition++) {
            lookAt.set(partition, System.nanoTime());
        }
        loop.start();
    }

    /** Jobs of a partition entered Non-ready. */
    void look(int partition) {
        lookAt.set(partition, System.nanoTime());
        loop.wake();
    }

    boolean stop(Deadline deadline) {
        return loop.stop(deadline);
    }

    Stats stats() {
        return new Stats(moved.sum(), cycles.sum());
    }

    private Duration turn() {
        return queue.isPartitioned() ? goRound() : serveOne();
    }

    /** Waits where scripts leave a wake signal. */
    private Duration serveOne() {
        Duration wait = dispatch(queue.home());
        loop.signalUsed();
        if (wait.isPositive()) {
            loop.awaitSignal(wait);
        }
        return Duration.ZERO;
    }

    /** Rests until the first of the partitions is due: whoever writes a retry here tells, and others look after theirs. */
    private Duration goRound() {
        queue.forEach(partition -> {
            long due = lookAt.get(partition.number());
            if (due - System.nanoTime() <= 0) {
                lookAt.compareAndSet(
                        partition.number(), due, System.nanoTime() + dispatch(partition).toNanos());
            }
        });
        long now = System.nanoTime();
        long next = IntStream.range(0, lookAt.length()).mapToLong(i -> lookAt.get(i) - now).min().orElse(0);
        return Duration.ofNanos(Math.max(0, next));
    }

    /** @return how long nothing else is due */
    private Duration dispatch(Partition partition) {
        long start = System.nanoTime();
        Dispatched result = partition.nonReady().dispatch(settings.dispatchBatchSize());
        cycles.increment();
        moved.add(result.moved());
        metrics.dispatched(result.moved(), System.nanoTime() - start);
        if (result.bringsWork()) {
            returned.accept(partition.number());
        }
        Duration wait = result.waitFor().orElse(longestWait);
        return wait.isPositive()
                ? Fetcher.shorter(Fetcher.longer(wait, settings.dispatchInterval()), longestWait)
                : Duration.ZERO;
    }

    public record Stats(long totalMoved, long totalCycles) {}
}
