package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Claims for all idle workers in one call. Blocks where there is nothing to claim, so idle workers cost nothing. */
final class Claimer {

    private static final int MAX_CLAIM = 400;
    private static final int MAX_BACKLOG = 5_000;

    private final Partition partition;
    private final WorkerPool pool;
    private final Acknowledger acknowledger;
    private final Fetcher fetcher;
    private final QueueMetrics metrics;
    private final WakingLoop loop;
    private final ClaimAhead claimAhead;

    Claimer(Partition partition, WorkerPool pool, Acknowledger acknowledger, Fetcher fetcher, QueueMetrics metrics) {
        this.partition = partition;
        this.pool = pool;
        this.acknowledger = acknowledger;
        this.fetcher = fetcher;
        this.metrics = metrics;
        this.claimAhead = new ClaimAhead(pool, ClaimAhead.AHEAD);
        this.loop = new WakingLoop("claimer-" + partition.redis().name(), partition.wakes().worker(), this::turn);
    }

    Loop loop() {
        return loop.loop();
    }

    void start() {
        loop.start();
    }

    boolean stop(Deadline deadline) {
        loop.loop().requestStop();
        pool.endWait();
        boolean stopped = loop.stop(deadline);
        CompletableFuture<?> early = partition.earlyFetch().lastAnswer();
        early.handle((answer, failure) -> true)
                .completeOnTimeout(false, deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return stopped && early.isDone();
    }

    private Duration turn() throws InterruptedException {
        int ahead = ahead();
        int reserved = partition.earlyFetch().reserved(); // why first: answered meanwhile, its workers are no longer idle
        int capacity = pool.awaitCapacity(Math.max(1, ahead / 2), ahead, Duration.ofMillis(200));
        if (capacity <= reserved || acknowledger.backlog() > MAX_BACKLOG) {
            loop.passSignalOn(); // another instance may have idle workers
            return Duration.ofMillis(1);
        }
        Claimed claimed = claim(capacity - reserved);
        if (claimed.waitFor().isPresent()) {
            return claimed.waitFor().get(); // why not woken: there are jobs, and no tokens
        }
        if (claimed.jobs().isEmpty()) {
            awaitSignal();
        }
        return Duration.ZERO;
    }

    private void awaitSignal() {
        partition.earlyFetch().claimerWaits(() -> Math.min(pool.idle(), MAX_CLAIM), this::fetched);
        try {
            loop.awaitSignal(partition.redis().settings().workerPool().workerTimeout());
        } finally {
            partition.earlyFetch().claimerContinues();
        }
    }

    /** An early fetch has answered. */
    private void fetched(Fetched result) {
        fetcher.count(result);
        accept(result.claimed());
    }

    private Claimed claim(int capacity) {
        Claimed claimed = partition.ready().claim(Math.min(capacity, MAX_CLAIM));
        loop.signalUsed();
        accept(claimed);
        return claimed;
    }

    private synchronized void accept(Claimed claimed) {
        claimAhead.claimed(claimed.jobs().size());
        metrics.claimed(claimed.jobs().size());
        pool.accept(claimed.jobs());
        if (claimed.waitFor().isEmpty()) { // else Redis has not looked at Ready
            fetcher.readyIsDownTo(claimed.left());
        }
    }

    private int ahead() {
        // why none: a job that waits here would keep a place in flight from one that could run elsewhere
        if (partition.redis().settings().workerPool().maxConcurrency() > 0) {
            return 0;
        }
        return claimAhead.jobs();
    }
}
