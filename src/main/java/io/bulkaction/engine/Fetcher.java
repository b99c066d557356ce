package io.bulkaction.engine;

import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.metrics.DenyReason;
import io.bulkaction.metrics.QueueMetrics;
import io.bulkaction.queue.EarlyFetch;
import io.bulkaction.queue.FairQueue.Fetched;
import io.bulkaction.queue.FairQueue.Stop;
import io.bulkaction.queue.NonReadyQueue.Dispatched;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.ReadyQueue.Claimed;
import io.bulkaction.settings.QueueSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Serves the fair queue: moves jobs to Ready as long as there is work and room. Does not poll: it is woken by new work,
 * by room in Ready, or by the start of the next window.
 */
final class Fetcher {

    private static final int MOST_AT_ONCE = 400;

    private final Queue queue;
    private final QueueSettings.WorkerPool settings;
    private final Workforce workforce;
    private final Dispatcher dispatcher;
    private final QueueMetrics metrics;
    private final WakingLoop loop;
    private volatile boolean waitsForRoom;
    private volatile int depth;
    private volatile IdlePromise idleWorkers = IdlePromise.NONE;
    private volatile Consumer<CompletableFuture<Claimed>> claimedAlong = claimed -> {};
    private boolean woken;
    private final LongAdder fetched = new LongAdder();
    private final LongAdder admittedReady = new LongAdder();
    private final LongAdder admittedNonReady = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder emptyPolls = new LongAdder();

    Fetcher(Queue queue, Workforce workforce, Dispatcher dispatcher, QueueMetrics metrics) {
        this.queue = queue;
        this.settings = queue.settings().workerPool();
        this.workforce = workforce;
        this.dispatcher = dispatcher;
        this.metrics = metrics;
        this.loop = new WakingLoop("fetcher-" + queue.name(), queue.wakes().fetcher(), this::turn);
    }

    Loop loop() {
        return loop.loop();
    }

    void start() {
        loop.start();
        queue.fairQueue().behindEnqueue(new Early());
    }

    boolean stop(Deadline deadline) {
        queue.fairQueue().behindEnqueue(EarlyFetch.NONE);
        return loop.stop(deadline);
    }

    /**
     * @param idleWorkers who is promised what the next fetch claims
     * @param claimed told of each such fetch, before it is answered; ends the promise with it
     */
    void claimAlong(IdlePromise idleWorkers, Consumer<CompletableFuture<Claimed>> claimed) {
        this.idleWorkers = idleWorkers;
        this.claimedAlong = claimed;
    }

    /** Told by the claimer, so that Ready is filled up again before it runs empty. */
    void readyIsDownTo(int left) {
        if (waitsForRoom && 2 * left <= depth) {
            waitsForRoom = false;
            loop.wake();
        }
    }

    Stats stats() {
        return new Stats(fetched.sum(), admittedReady.sum(), admittedNonReady.sum(), rejected.sum(), emptyPolls.sum());
    }

    private Duration turn() {
        int workers = woken ? idleWorkers.make() : 0;
        woken = false;
        Fetched result = queue.redis().await(fetchFor(workers, false));
        loop.tokenUsed();
        count(result);
        depth = result.depth();
        waitsForRoom = result.stop() == Stop.FULL;
        return switch (result.stop()) {
            case MORE -> Duration.ZERO;
            case DISPATCH -> letDispatcherGoFirst();
            case FULL -> settings.fetchInterval();
            case WINDOW -> result.waitFor().orElse(settings.fetchInterval());
            case EMPTY, PAUSED -> {
                woken = loop.awaitToken(
                        shorter(result.waitFor().orElse(settings.workerTimeout()), settings.workerTimeout()));
                yield Duration.ZERO;
            }
        };
    }

    private CompletableFuture<Fetched> fetchFor(int workers, boolean early) {
        CompletableFuture<Fetched> answer = send(workers, early);
        if (workers > 0) {
            claimedAlong.accept(answer.thenApply(Fetched::claimed));
        }
        return answer;
    }

    /** What cannot even be sent fails as its answer does: whoever was promised something is told in any case. */
    private CompletableFuture<Fetched> send(int workers, boolean early) {
        try {
            return queue.fairQueue().fetchLater(batchSize(), workforce.minimumDepth(), workers, early);
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** While the workers are quick, a part of what Ready then holds: fewer calls for the same jobs. */
    private int batchSize() {
        return Math.max(settings.fetchBatchSize(), Math.min(depth / 8, MOST_AT_ONCE));
    }

    private Duration letDispatcherGoFirst() {
        Dispatched result = dispatcher.dispatch();
        return switch (result.stop()) {
            case WINDOW -> result.waitFor().orElse(settings.fetchInterval());
            case FULL, PAUSED -> settings.fetchInterval();
            default -> Duration.ZERO;
        };
    }

    private void count(Fetched result) {
        if (result.ready() + result.staged() > 0) {
            fetched.add(result.ready() + result.staged());
            admittedReady.add(result.ready());
            admittedNonReady.add(result.staged());
            metrics.fetched(result.ready(), result.staged());
        }
        if (result.deniedShare() > 0) {
            metrics.denied(DenyReason.PER_GROUP, result.deniedShare());
        }
        if (result.stop() == Stop.WINDOW) {
            metrics.denied(DenyReason.GLOBAL, 1);
        } else if (result.stop() == Stop.FULL) {
            rejected.increment();
            metrics.fetchRejected();
        } else if (result.stop() == Stop.EMPTY && result.ready() + result.staged() == 0) {
            emptyPolls.increment();
            metrics.fetchedNothing();
        }
    }

    static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** On the submitter's thread: the job is with its worker before a token could have come here. */
    private final class Early implements EarlyFetch {

        @Override
        public int promise() {
            return loop.waitsForToken() ? idleWorkers.make() : 0;
        }

        @Override
        public void withdraw() {
            idleWorkers.withdraw();
        }

        @Override
        public CompletableFuture<?> fetch(int workers) {
            return fetchFor(workers, true).thenAccept(Fetcher.this::count);
        }
    }

    /** @param totalRejected how often Ready had no room */
    public record Stats(
            long totalFetched,
            long totalAdmittedReady,
            long totalAdmittedNonReady,
            long totalRejected,
            long totalEmptyPolls) {}
}
