package io.bulkaction.server.web.security;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How often something may happen, for each key by itself: {@code capacity} times at once, and as often again spread
 * evenly over each window. Memory is bounded: the keys asked for longest ago are forgotten.
 */
final class RefillingBudget<K> {

    private final int capacity;
    private final long nanosPerUnit;
    private final LongSupplier nanoClock;
    private final BoundedMap<K, Account> accounts;

    private record Account(double left, long at) {}

    RefillingBudget(int capacity, Duration window, int maxTracked, LongSupplier nanoClock) {
        this.capacity = capacity;
        this.nanosPerUnit = Math.max(1, window.toNanos() / capacity);
        this.nanoClock = nanoClock;
        this.accounts = new BoundedMap<>(maxTracked);
    }

    /** Takes one unit; where none is left, returns how long until there is. */
    synchronized Optional<Duration> take(K key) {
        long now = nanoClock.getAsLong();
        double left = left(key, now);
        boolean enough = left >= 1;
        // why also when refused: whoever keeps asking must not be forgotten and start again with a full budget
        accounts.renew(key, new Account(enough ? left - 1 : left, now));
        return enough ? Optional.empty() : Optional.of(Duration.ofNanos((long) Math.ceil((1 - left) * nanosPerUnit)));
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
                : Math.min(capacity, known.left + (double) (now - known.at) / nanosPerUnit);
    }
}
