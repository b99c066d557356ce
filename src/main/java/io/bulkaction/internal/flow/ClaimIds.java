package io.bulkaction.internal.flow;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names each claim of this process: {@code <life>.<counter>}. A life is one start of one process, so a claim's name also
 * tells whose it is. Short, because Redis keeps it with every job that succeeded.
 */
final class ClaimIds {

    private static final int LIFE_BITS = 40;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String life = new BigInteger(LIFE_BITS, RANDOM).toString(Character.MAX_RADIX);
    private final AtomicLong counter = new AtomicLong();

    String life() {
        return life;
    }

    String next() {
        return life + '.' + Long.toString(counter.incrementAndGet(), Character.MAX_RADIX);
    }
}
