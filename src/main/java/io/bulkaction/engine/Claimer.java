package io.bulkaction.engine;

import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.ReadyQueue.Claimed;
import java.time.Duration;

/** Claims for all idle workers in one call. Blocks where there is nothing to claim, so idle workers cost nothing. */
final class Claimer {

    /** Longer than a round trip by far: workers with shorter jobs would otherwise wait for each claim. */
    private static final Duration AHEAD = Duration.ofMillis(8);

    private static final int MOST_AHEAD = 400;
    private static final int MAX_CLAIM = 125;
    private static final int MAX_BACKLOG = 5_000;

    private final Queue queue;
    private final WorkerPool pool;
    private final Acknowledger acknowledger;
    private final Fetcher fetcher;
    private final WakingLoop loop;
    private final ClaimRate rate = new ClaimRate();
    private volatile boolean waitsForToken;

    Claimer(Queue queue, WorkerPool pool, Acknowledger acknowledger, Fetcher fetcher) {
        this.queue = queue;
        this.pool = pool;
        this.acknowledger = acknowledger;
        this.fetcher = fetcher;
        fetcher.claimAlong(this::waitingWorkers, this::claim);
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
        return loop.stop(deadline);
    }

    private Duration turn() throws InterruptedException {
        int ahead = ahead();
        int capacity = pool.awaitCapacity(Math.max(1, ahead / 2), ahead, Duration.ofMillis(200));
        if (capacity < 1) {
            return Duration.ZERO;
        }
        if (acknowledger.backlog() > MAX_BACKLOG) {
            return Duration.ofMillis(1);
        }
        if (claim(capacity) == 0) {
            awaitToken();
        }
        return Duration.ZERO;
    }

    private void awaitToken() {
        waitsForToken = true;
        try {
            loop.awaitToken(queue.settings().workerPool().workerTimeout());
        } finally {
            waitsForToken = false;
        }
    }

    /** Those for whom the fetcher claims in the same trip as it fetches, while this loop waits for a token. */
    private int waitingWorkers() {
        return waitsForToken ? pool.idle() : 0;
    }

    private synchronized int claim(int capacity) {
        Claimed claimed = queue.ready().claim(Math.min(capacity, MAX_CLAIM));
        rate.count(claimed.jobs().size());
        pool.accept(claimed.jobs());
        fetcher.readyIsDownTo(claimed.left());
        return claimed.jobs().size();
    }

    private synchronized int ahead() {
        // why none: a job that waits here would keep a place in flight from one that could run elsewhere
        if (queue.settings().workerPool().maxConcurrency() > 0) {
            return 0;
        }
        return (int) Math.min(MOST_AHEAD, rate.perSecond() * AHEAD.toMillis() / 1000);
    }
}
