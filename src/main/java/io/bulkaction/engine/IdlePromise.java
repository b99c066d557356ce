package io.bulkaction.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Idle workers for whom a claim is under way that the claimer's loop does not wait for. One promise at a time, until it
 * is withdrawn: nobody else claims for these workers meanwhile.
 */
final class IdlePromise {

    static final IdlePromise NONE = new IdlePromise(() -> 0, () -> false, 0);

    /** Somebody is about to promise: how many is not known yet. */
    private static final int BEING_MADE = Integer.MAX_VALUE;

    private final IntSupplier idle;
    private final BooleanSupplier claimerWaits;
    private final int most;
    private final AtomicInteger promised = new AtomicInteger();

    /** @param claimerWaits whether the loop is sure to look at {@link #outstanding()} before it claims again */
    IdlePromise(IntSupplier idle, BooleanSupplier claimerWaits, int most) {
        this.idle = idle;
        this.claimerWaits = claimerWaits;
        this.most = most;
    }

    /** @return workers that are now promised; 0 when there are none, or others have a promise */
    int make() {
        // why first: workers counted before could be promised twice, by whoever makes and keeps a promise in between
        if (!promised.compareAndSet(0, BEING_MADE)) {
            return 0;
        }
        int workers = 0;
        try {
            // why only now: whichever of loop and promise comes second sees the other, so only one claims
            workers = claimerWaits.getAsBoolean() ? Math.min(idle.getAsInt(), most) : 0;
        } finally {
            promised.set(workers);
        }
        return workers;
    }

    /** Whoever claims for all idle workers leaves out so many. */
    int outstanding() {
        return promised.get();
    }

    /** The claim has ended, or there will be none. */
    void withdraw() {
        promised.set(0);
    }
}
