package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Claims for all idle workers in one call. Blocks where there is nothing to claim, so idle workers cost nothing. */
final class Claimer {

    /** Longer than a round trip by far: workers with shorter jobs would otherwise wait for each claim. */
    private static final Duration AHEAD = Duration.ofMillis(8);

    /** From so many jobs a second on Redis is what limits the workers, and fewer, larger claims cost it less. */
    private static final int QUICK = 15_000;

    private static final Duration AHEAD_WHEN_QUICK = Duration.ofMillis(20);
    private static final int MAX_AHEAD = 1_000;
    private static final int MAX_CLAIM = 400;
    private static final int MAX_BACKLOG = 5_000;

    private final Queue queue;
    private final WorkerPool pool;
    private final Acknowledger acknowledger;
    private final Fetcher fetcher;
    private final QueueMetrics metrics;
    private final WakingLoop loop;
    private final ClaimRate rate = new ClaimRate();

    Claimer(Queue queue, WorkerPool pool, Acknowledger acknowledger, Fetcher fetcher, QueueMetrics metrics) {
        this.queue = queue;
        this.pool = pool;
        this.acknowledger = acknowledger;
        this.fetcher = fetcher;
        this.metrics = metrics;
        this.loop = new WakingLoop("claimer-" + queue.name(), queue.wakes().worker(), this::turn);
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
        CompletableFuture<?> early = queue.earlyFetch().lastAnswer();
        early.handle((answer, failure) -> true)
                .completeOnTimeout(false, deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return stopped && early.isDone();
    }

    private Duration turn() throws InterruptedException {
        int ahead = ahead();
        int reserved = queue.earlyFetch().reserved(); // why first: answered meanwhile, its workers are no longer idle
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
        queue.earlyFetch().claimerWaits(() -> Math.min(pool.idle(), MAX_CLAIM), this::fetched);
        try {
            loop.awaitSignal(queue.settings().workerPool().workerTimeout());
        } finally {
            queue.earlyFetch().claimerContinues();
        }
    }

    /** An early fetch has answered. */
    private void fetched(Fetched result) {
        fetcher.count(result);
        accept(result.claimed());
    }

    private Claimed claim(int capacity) {
        Claimed claimed = queue.ready().claim(Math.min(capacity, MAX_CLAIM));
        loop.signalUsed();
        accept(claimed);
        return claimed;
    }

    private synchronized void accept(Claimed claimed) {
        rate.count(claimed.jobs().size());
        metrics.claimed(claimed.jobs().size());
        pool.accept(claimed.jobs());
        if (claimed.waitFor().isEmpty()) { // else Redis has not looked at Ready
            fetcher.readyIsDownTo(claimed.left());
        }
    }

    private synchronized int ahead() {
        // why none: a job that waits here would keep a place in flight from one that could run elsewhere
        if (queue.settings().workerPool().maxConcurrency() > 0) {
            return 0;
        }
        // why: with so many waiting workers are slow, and what is claimed ahead would only be given back again
        if (pool.hasGivenBack()) {
            rate.reset();
        }
        Duration ahead = rate.perSecond() > QUICK ? AHEAD_WHEN_QUICK : AHEAD;
        return (int) Math.min(MAX_AHEAD, rate.perSecond() * ahead.toMillis() / 1000);
    }
}
