package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What keeps guessing slow and cheap for us: a lock per user and network, a budget per network over all names, and a
 * budget per name over all networks. The last one only slows: it never locks, it does not count at the places where the
 * user has logged in before, and it comes back by itself, so that guessing from everywhere keeps no user out for good.
 */
final class LoginBounds {

    /** Wrong passwords a second that are compared with a remembered one: slow for guesses, not worth a lock. */
    static final int COMPARISONS_PER_SECOND = 10;

    private final LoginThrottle throttle;
    private final FailureBudget<String> perAddress;
    private final FailureBudget<String> perName;
    private final FailureBudget<LoginKey> comparisons;
    private final UsualPlaces usual;

    LoginBounds(SecuritySettings.Login settings, LoginThrottle throttle, LongSupplier nanoClock) {
        SecuritySettings.Budget budget = settings.budget();
        int tracked = settings.maxTracked();
        this.throttle = throttle;
        this.perAddress = new FailureBudget<>(budget.perAddress(), budget.window(), tracked, nanoClock);
        this.perName = new FailureBudget<>(budget.perName(), budget.window(), tracked, nanoClock);
        this.comparisons =
                new FailureBudget<>(COMPARISONS_PER_SECOND, Duration.ofSeconds(1), tracked, nanoClock);
        this.usual = new UsualPlaces(tracked);
    }

    /**
     * Whether a password is the remembered one, asked only where the user has logged in before. Neither a lock nor a
     * budget stands before it, or anybody at the same address could keep the user out; only wrong ones are slowed.
     */
    boolean isRemembered(LoginKey key, BooleanSupplier comparison) {
        if (!usual.has(key) || comparisons.isUsedUp(key)) {
            return false;
        }
        if (comparison.getAsBoolean()) {
            // why not succeeded: it would lift the lock for those who guess at the same address
            usual.add(key);
            return true;
        }
        comparisons.take(key);
        return false;
    }

    void requireUnlocked(LoginKey key) {
        throttle.lock(key).ifPresent(LoginBounds::refuse);
    }

    /** Before a check: it costs what a wrong password costs, until it is known to be right. */
    void reserve(LoginKey key) {
        // why not counted for the lock: what is not checked tells nothing, and would lock for free
        perAddress.take(key.network()).ifPresent(LoginBounds::refuse);
        if (!usual.has(key)) {
            perName.take(key.user()).ifPresent(left -> {
                perAddress.giveBack(key.network());
                refuse(left);
            });
        }
    }

    /** After a check that did not take place. */
    void release(LoginKey key) {
        perAddress.giveBack(key.network());
        if (!usual.has(key)) {
            perName.giveBack(key.user());
        }
    }

    /** Counts a wrong password; returns the lock that follows from it. */
    Optional<Duration> failed(LoginKey key) {
        return throttle.failed(key);
    }

    boolean isAddressUsedUp(LoginKey key) {
        return perAddress.isUsedUp(key.network());
    }

    boolean isNameUsedUp(LoginKey key) {
        return perName.isUsedUp(key.user());
    }

    void succeeded(LoginKey key) {
        throttle.succeeded(key);
        usual.add(key);
    }

    private static void refuse(Duration wait) {
        throw new LoginLockedException(wait);
    }
}
