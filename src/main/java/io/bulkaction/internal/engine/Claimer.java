package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.Set;
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
    private final TokenWait tokenWait = new TokenWait();
    private final TypeLimits limits;
    /** Processor types for which groups wait because as many of them ran here as may. */
    private volatile Set<String> waitedFor = Set.of();

    Claimer(
            Partition partition, WorkerPool pool, Acknowledger acknowledger, Fetcher fetcher, QueueMetrics metrics,
            TypeLimits limits) {
        this.limits = limits;
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
        tokenWait.goOn(loop, partition.redis().settings().workerPool().workerTimeout());
        int ahead = ahead();
        int reserved = partition.earlyFetch().reserved(); // why first: answered meanwhile, its workers are no longer idle
        int capacity = pool.awaitCapacity(Math.max(1, ahead / 2), ahead, Duration.ofMillis(200));
        if (capacity <= reserved || acknowledger.backlog() > MAX_BACKLOG) {
            loop.passSignalOn(); // another instance may have idle workers
            return Duration.ofMillis(1);
        }
        long freed = limits.freed();
        Claimed claimed = claim(capacity - reserved);
        if (claimed.waitFor().isPresent() && !claimed.paused()) {
            return tokenWait.begin(claimed.waitFor().get());
        }
        int got = claimed.jobs().size();
        if (capacity - reserved > got && limits.hasSpare(waitedFor)) {
            got += fetchWhatMayRun(capacity - reserved - got);
        }
        if (got == 0) {
            awaitSignal(freed, claimed.waitFor().orElse(longestWait()));
        }
        return Duration.ZERO;
    }

    /** Of groups that wait for a processor type, as many jobs as may run here now. */
    private int fetchWhatMayRun(int workers) {
        Fetched fetched = partition.redis().await(
                partition.fairQueue().fetchFor(Math.min(workers, MAX_CLAIM), true));
        fetched(fetched);
        return fetched.claimed().jobs().size();
    }

    /** One more job of a type may run. */
    void mayRun(String processorType) {
        if (waitedFor.contains(processorType)) {
            partition.earlyFetch().reserve(fetcher.size())
                    .ifPresent(idle -> partition.fairQueue().fetchFor(idle, true));
        }
    }

    /** @param freed how often jobs of limited types had ended before it was asked for what may run */
    private void awaitSignal(long freed, Duration atMost) {
        partition.earlyFetch().claimerWaits(() -> Math.min(pool.idle(), MAX_CLAIM), this::fetched);
        try {
            // why: one that ended since found nobody who waits
            if (waitedFor.isEmpty() || limits.freed() == freed) {
                loop.awaitSignal(Fetcher.shorter(atMost, longestWait()));
            }
        } finally {
            partition.earlyFetch().claimerContinues();
        }
    }

    private Duration longestWait() {
        return partition.redis().settings().workerPool().workerTimeout();
    }

    /** An early fetch has answered. */
    private void fetched(Fetched result) {
        fetcher.count(result);
        if (result.ready() > 0) { // else it has claimed nothing
            accept(result.claimed());
        }
    }

    private Claimed claim(int capacity) {
        Claimed claimed = partition.ready().claim(Math.min(capacity, MAX_CLAIM));
        loop.signalUsed();
        accept(claimed);
        return claimed;
    }

    private synchronized void accept(Claimed claimed) {
        waitedFor = claimed.waitedFor();
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
