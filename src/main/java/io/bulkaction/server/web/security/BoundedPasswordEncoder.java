package io.bulkaction.server.web.security;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Checks a few passwords at a time on its own threads, and refuses a login when too many wait already. On the request
 * threads, which are virtual, a few dozen checks would occupy every CPU, and nobody else, not even a probe, would be
 * answered meanwhile.
 */
final class BoundedPasswordEncoder implements PasswordEncoder, AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final PasswordEncoder slow;
    private final ThreadPoolExecutor checks;

    BoundedPasswordEncoder(PasswordEncoder slow, SecuritySettings.Checks settings) {
        this.slow = slow;
        this.checks = new ThreadPoolExecutor(
                settings.concurrent(), settings.concurrent(), IDLE_SECONDS, TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(settings.waiting()),
                Thread.ofPlatform().daemon().name("password-check-", 1).factory());
        this.checks.allowCoreThreadTimeOut(true);
    }

    /** Only at start, for the passwords of the settings. */
    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        return slow.encode(password);
    }

    /** @throws LoginBusyException when nothing was checked */
    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
        Future<Boolean> check = submit(password, hash);
        try {
            return check.get();
        } catch (InterruptedException e) {
            check.cancel(true);
            Thread.currentThread().interrupt();
            throw new LoginBusyException();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a password could not be checked", e.getCause());
        }
    }

    private Future<Boolean> submit(@Nullable CharSequence password, @Nullable String hash) {
        try {
            return checks.submit(() -> slow.matches(password, hash));
        } catch (RejectedExecutionException e) {
            throw new LoginBusyException();
        }
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }
}
