package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.NonReadyQueue.Dispatched;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * Moves due jobs from Non-ready to the front of their groups. Sleeps until the next one is due, or until an earlier one
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

    Dispatcher(Queue queue, QueueMetrics metrics) {
        this.queue = queue;
        this.settings = queue.settings().backpressure();
        this.longestWait = queue.settings().workerPool().workerTimeout();
        this.metrics = metrics;
        this.loop = new WakingLoop("dispatcher-" + queue.name(), queue.wakes().dispatcher(), this::turn);
    }

    Loop loop() {
        return loop.loop();
    }

    void start() {
        loop.start();
    }

    boolean stop(Deadline deadline) {
        return loop.stop(deadline);
    }

    Stats stats() {
        return new Stats(moved.sum(), cycles.sum());
    }

    private Duration turn() {
        long start = System.nanoTime();
        Dispatched result = queue.nonReady().dispatch(settings.dispatchBatchSize());
        cycles.increment();
        moved.add(result.moved());
        metrics.dispatched(result.moved(), System.nanoTime() - start);
        loop.signalUsed();
        Duration wait = result.waitFor().orElse(longestWait);
        if (wait.isPositive()) {
            loop.awaitSignal(Fetcher.shorter(Fetcher.longer(wait, settings.dispatchInterval()), longestWait));
        }
        return Duration.ZERO;
    }

    public record Stats(long totalMoved, long totalCycles) {}
}
