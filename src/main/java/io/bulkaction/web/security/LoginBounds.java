package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What keeps guessing slow and cheap for us: a lock per user and network, a budget per network over all names, and a
 * budget per name over all networks. The last one only slows: it never locks, it does not count at the places where the
 * user has logged in before, and it comes back by itself, so that guessing from everywhere keeps no user out for good.
 */
final class LoginBounds {

    private final LoginThrottle throttle;
    private final FailureBudget perAddress;
    private final FailureBudget perName;
    private final UsualPlaces usual;

    LoginBounds(SecuritySettings.Login settings, LoginThrottle throttle, LongSupplier nanoClock) {
        SecuritySettings.Budget budget = settings.budget();
        int tracked = settings.maxTracked();
        this.throttle = throttle;
        this.perAddress = new FailureBudget(budget.perAddress(), budget.window(), tracked, nanoClock);
        this.perName = new FailureBudget(budget.perName(), budget.window(), tracked, nanoClock);
        this.usual = new UsualPlaces(tracked);
    }

    boolean isUsualPlace(LoginKey key) {
        return usual.has(key);
    }

    void requireUnlocked(LoginKey key) {
        throttle.lock(key).ifPresent(LoginBounds::refuse);
    }

    /** Before a check: it costs what a wrong password costs, until it is known to be right. */
    void reserve(LoginKey key) {
        Optional<Duration> wait = perAddress.take(key.network());
        if (wait.isPresent()) {
            if (usual.has(key)) {
                // why: a remembered password is still compared here, so guesses at it must lead to the lock
                throttle.failed(key);
            }
            refuse(wait.get());
        }
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
