package io.bulkaction.web.security;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How many wrong passwords an address, or a name, may cost: so many at once, and as many again spread evenly over each
 * window. It is taken before the check and given back when the password was right: whoever sends a thousand guesses at
 * once must not get them all checked before the first has failed.
 */
final class FailureBudget<K> {

    private final int capacity;
    private final long nanosPerFailure;
    private final LongSupplier nanoClock;
    private final BoundedMap<K, Account> accounts;

    private record Account(double left, long at) {}

    FailureBudget(int capacity, Duration window, int maxTracked, LongSupplier nanoClock) {
        this.capacity = capacity;
        this.nanosPerFailure = Math.max(1, window.toNanos() / capacity);
        this.nanoClock = nanoClock;
        this.accounts = new BoundedMap<>(maxTracked);
    }

    /** Takes one; where none is left, answers how long until there is. */
    synchronized Optional<Duration> take(K key) {
        long now = nanoClock.getAsLong();
        double left = left(key, now);
        if (left < 1) {
            return Optional.of(Duration.ofNanos((long) Math.ceil((1 - left) * nanosPerFailure)));
        }
        accounts.renew(key, new Account(left - 1, now));
        return Optional.empty();
    }

    synchronized void giveBack(K key) {
        long now = nanoClock.getAsLong();
        double left = left(key, now) + 1;
        if (left >= capacity) {
            accounts.remove(key);
        } else {
            accounts.put(key, new Account(left, now));
        }
    }

    synchronized boolean isUsedUp(K key) {
        return left(key, nanoClock.getAsLong()) < 1;
    }

    private double left(K key, long now) {
        Account known = accounts.get(key);
        return known == null
                ? capacity
                : Math.min(capacity, known.left + (double) (now - known.at) / nanosPerFailure);
    }
}
