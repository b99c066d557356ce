package io.bulkaction.internal.engine;

import java.time.Duration;

/** How many jobs are claimed before a worker is free for them: those with short jobs would otherwise wait for each claim. */
final class ClaimAhead {

    /** Longer than a round trip by far. */
    static final Duration AHEAD = Duration.ofMillis(8);

    /** From so many jobs a second on Redis is what limits the workers, and fewer, larger claims cost it less. */
    private static final int QUICK = 15_000;

    private static final Duration AHEAD_WHEN_QUICK = Duration.ofMillis(20);
    private static final int MAX_AHEAD = 1_000;

    private final WorkerPool pool;
    private final Duration usual;
    private final ClaimRate rate = new ClaimRate();

    /** @param usual for how long the workers should have work */
    ClaimAhead(WorkerPool pool, Duration usual) {
        this.pool = pool;
        this.usual = usual;
    }

    synchronized void claimed(int jobs) {
        rate.count(jobs);
    }

    synchronized int jobs() {
        // why: with so many waiting workers are slow, and what is claimed ahead would only be given back again
        if (pool.hasGivenBack()) {
            rate.reset();
        }
        boolean isLonger = rate.perSecond() > QUICK && usual.compareTo(AHEAD_WHEN_QUICK) < 0;
        Duration ahead = isLonger ? AHEAD_WHEN_QUICK : usual;
        return (int) Math.min(MAX_AHEAD, rate.perSecond() * ahead.toMillis() / 1000);
    }

    synchronized double perSecond() {
        return rate.perSecond();
    }
}
