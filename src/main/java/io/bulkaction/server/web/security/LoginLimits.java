package io.bulkaction.server.web.security;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Makes guessing slow, and cheap for us: a lock per user and network, a budget per network over all names, and a budget
 * per name over all networks. The last one never locks: it does not count in networks where the user has logged in
 * before, and it refills by itself, so that guessing from everywhere keeps no user out for good.
 */
final class LoginLimits {

    /** How many wrong passwords per second are compared with the remembered one: too slow for guessing. */
    static final int COMPARISONS_PER_SECOND = 10;

    private final LoginLocks locks;
    private final RefillingBudget<String> perAddress;
    private final RefillingBudget<String> perName;
    private final RefillingBudget<LoginKey> comparisons;
    private final RefillingBudget<LoginKey> logins;
    private final KnownNetworks known;

    LoginLimits(SecuritySettings.Login settings, LoginLocks locks, LongSupplier nanoClock) {
        SecuritySettings.Budget budget = settings.budget();
        int tracked = settings.maxTracked();
        this.locks = locks;
        this.perAddress = new RefillingBudget<>(budget.perAddress(), budget.window(), tracked, nanoClock);
        this.perName = new RefillingBudget<>(budget.perName(), budget.window(), tracked, nanoClock);
        this.comparisons =
                new RefillingBudget<>(COMPARISONS_PER_SECOND, Duration.ofSeconds(1), tracked, nanoClock);
        this.logins = new RefillingBudget<>(budget.logins(), budget.window(), tracked, nanoClock);
        this.known = new KnownNetworks(tracked);
    }

    /**
     * Whether a password is the remembered one; compared only where the user has logged in before. Neither a lock nor a
     * budget prevents it, or anybody at the same address could keep the user out; only wrong passwords are slowed.
     */
    boolean isRemembered(LoginKey key, BooleanSupplier comparison) {
        if (!known.has(key) || comparisons.isUsedUp(key)) {
            return false;
        }
        if (comparison.getAsBoolean()) {
            // why not succeeded: that would lift the lock for those who guess at the same address
            known.add(key);
            return true;
        }
        comparisons.take(key);
        return false;
    }

    void requireUnlocked(LoginKey key) {
        locks.remaining(key).ifPresent(LoginLimits::refuse);
    }

    /**
     * Before a check: counts the password as wrong until it is known to be correct. Otherwise a thousand guesses sent
     * at once would all be checked before the first has failed.
     */
    void reserve(LoginKey key) {
        // why not counted for the lock: a guess that is not checked must not lock anybody out
        perAddress.take(key.network()).ifPresent(LoginLimits::refuse);
        if (!known.has(key)) {
            perName.take(key.user()).ifPresent(left -> {
                perAddress.giveBack(key.network());
                refuse(left);
            });
        }
    }

    /** The password was correct, or was not checked after all. */
    void release(LoginKey key) {
        perAddress.giveBack(key.network());
        if (!known.has(key)) {
            perName.giveBack(key.user());
        }
    }

    /** Before a login on the page, which costs a session and a line in the audit trail, however often its password is correct. */
    void takeLogin(LoginKey key) {
        logins.take(key).ifPresent(LoginLimits::refuse);
    }

    /** Counts a wrong password; returns the lock that follows from it. */
    Optional<Duration> failed(LoginKey key) {
        return locks.failed(key);
    }

    boolean isAddressUsedUp(LoginKey key) {
        return perAddress.isUsedUp(key.network());
    }

    boolean isNameUsedUp(LoginKey key) {
        return perName.isUsedUp(key.user());
    }

    void succeeded(LoginKey key) {
        locks.succeeded(key);
        known.add(key);
    }

    private static void refuse(Duration wait) {
        throw new LoginLockedException(wait);
    }
}
