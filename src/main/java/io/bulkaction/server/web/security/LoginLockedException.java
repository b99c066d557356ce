package io.bulkaction.server.web.security;

import java.io.Serial;
import java.time.Duration;
import org.springframework.security.authentication.AccountStatusException;

/** Too many wrong passwords before; this login was not checked. */
final class LoginLockedException extends AccountStatusException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Duration lock;

    LoginLockedException(Duration lock) {
        super("locked after too many wrong passwords");
        this.lock = lock;
    }

    /** How long to wait, rounded up: after that the caller may try again. */
    long seconds() {
        return Math.max(1, lock.plusMillis(999).toSeconds());
    }
}
