package io.bulkaction.internal.engine;

/** How many jobs a second this instance claims: a moving mean over steps of 100 ms. For one thread at a time. */
final class ClaimRate {

    private static final long STEP_NANOS = 100_000_000;

    private long stepStart = System.nanoTime();
    private long counted;
    private double perSecond;

    void count(int jobs) {
        counted += jobs;
        long elapsed = System.nanoTime() - stepStart;
        if (elapsed >= STEP_NANOS) {
            perSecond = (perSecond + counted * 1e9 / elapsed) / 2;
            counted = 0;
            stepStart += elapsed;
        }
    }

    /** Begins anew: what was counted says nothing of what comes. */
    void reset() {
        stepStart = System.nanoTime();
        counted = 0;
        perSecond = 0;
    }

    double perSecond() {
        return perSecond;
    }
}
