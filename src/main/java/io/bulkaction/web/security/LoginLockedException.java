package io.bulkaction.web.security;

import java.io.Serial;
import java.time.Duration;
import org.springframework.security.authentication.AccountStatusException;

/** Too many wrong passwords; nothing was checked. */
final class LoginLockedException extends AccountStatusException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Duration lock;

    LoginLockedException(Duration lock) {
        super("locked after too many wrong passwords");
        this.lock = lock;
    }

    /** Rounded up: a caller that waits so long is let in. */
    long seconds() {
        return Math.max(1, lock.plusMillis(999).toSeconds());
    }
}
