package io.bulkaction.server.web.security;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts wrong passwords per user and network, and locks that pair out, twice as long with every further one. Memory is
 * bounded: beyond {@code maxTracked} pairs the one that failed longest ago is forgotten.
 */
final class LoginLocks {

    private static final int MAX_DOUBLINGS = 40;

    private final SecuritySettings.Login settings;
    private final LongSupplier nanoClock;
    private final BoundedMap<LoginKey, Failures> failures;

    private record Failures(int count, long lastAt, long lockNanos) {}

    LoginLocks(SecuritySettings.Login settings, LongSupplier nanoClock) {
        this.settings = settings;
        this.nanoClock = nanoClock;
        this.failures = new BoundedMap<>(settings.maxTracked());
    }

    /** How long the pair is still locked out; empty when it may try. */
    synchronized Optional<Duration> remaining(LoginKey key) {
        Failures known = failures.get(key);
        if (known == null) {
            return Optional.empty();
        }
        long left = known.lockNanos - (nanoClock.getAsLong() - known.lastAt);
        return left > 0 ? Optional.of(Duration.ofNanos(left)) : Optional.empty();
    }

    /** Counts a wrong password; returns the lock that follows from it. */
    synchronized Optional<Duration> failed(LoginKey key) {
        long now = nanoClock.getAsLong();
        Failures known = failures.get(key);
        boolean stale = known == null || now - known.lastAt > settings.forgetAfter().toNanos();
        int count = stale ? 1 : known.count + 1;
        long lockNanos = lockNanos(count);
        failures.renew(key, new Failures(count, now, lockNanos));
        return lockNanos > 0 ? Optional.of(Duration.ofNanos(lockNanos)) : Optional.empty();
    }

    synchronized void succeeded(LoginKey key) {
        failures.remove(key);
    }

    private long lockNanos(int count) {
        int doublings = count - settings.failuresBeforeLock();
        if (doublings < 0) {
            return 0;
        }
        double lock = settings.firstLock().toNanos() * Math.pow(2, Math.min(doublings, MAX_DOUBLINGS));
        return (long) Math.min(lock, TimeUnit.MILLISECONDS.toNanos(settings.longestLock().toMillis()));
    }
}
