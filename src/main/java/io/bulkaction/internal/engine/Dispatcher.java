package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.NonReadyQueue.Dispatched;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Moves due jobs from Non-ready to Ready. Sleeps until the next one is due, or until an earlier one comes in. */
final class Dispatcher {

    private final Queue queue;
    private final QueueSettings.Backpressure settings;
    private final Duration longestWait;
    private final Workforce workforce;
    private final QueueMetrics metrics;
    private final WakingLoop loop;
    private final LongAdder moved = new LongAdder();
    private final LongAdder cycles = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    Dispatcher(Queue queue, Workforce workforce, QueueMetrics metrics) {
        this.queue = queue;
        this.settings = queue.settings().backpressure();
        this.longestWait = queue.settings().workerPool().workerTimeout();
        this.workforce = workforce;
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
        return new Stats(moved.sum(), cycles.sum(), skipped.sum());
    }

    /** One batch. The fetcher calls it too, when due jobs must go before what it would fetch. */
    Dispatched dispatch() {
        long start = System.nanoTime();
        Dispatched result = queue.nonReady().dispatch(settings.dispatchBatchSize(), workforce.minimumDepth());
        cycles.increment();
        moved.add(result.moved());
        metrics.dispatched(result.moved(), System.nanoTime() - start);
        if (result.stop() == Stop.FULL) {
            skipped.increment();
            metrics.dispatchSkipped();
        }
        return result;
    }

    private Duration turn() {
        Dispatched result = dispatch();
        loop.signalUsed();
        return switch (result.stop()) {
            case MORE, DISPATCH -> Duration.ZERO;
            case FULL -> settings.dispatchInterval();
            case WINDOW -> result.waitFor().orElse(settings.dispatchInterval());
            case EMPTY, PAUSED -> {
                loop.awaitSignal(Fetcher.shorter(result.waitFor().orElse(longestWait), longestWait));
                yield Duration.ZERO;
            }
        };
    }

    /** @param totalSkipped how often Ready had no room */
    public record Stats(long totalMoved, long totalCycles, long totalSkipped) {}
}
