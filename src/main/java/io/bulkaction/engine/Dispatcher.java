package io.bulkaction.engine;

import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.metrics.QueueMetrics;
import io.bulkaction.queue.FairQueue.Stop;
import io.bulkaction.queue.NonReadyQueue.Dispatched;
import io.bulkaction.queue.Queue;
import io.bulkaction.settings.QueueSettings;
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
        loop.tokenUsed();
        return switch (result.stop()) {
            case MORE, DISPATCH -> Duration.ZERO;
            case FULL -> settings.dispatchInterval();
            case WINDOW -> result.waitFor().orElse(settings.dispatchInterval());
            case EMPTY, PAUSED -> {
                loop.awaitToken(Fetcher.shorter(result.waitFor().orElse(longestWait), longestWait));
                yield Duration.ZERO;
            }
        };
    }

    /** @param totalSkipped how often Ready had no room */
    public record Stats(long totalMoved, long totalCycles, long totalSkipped) {}
}
