package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.web.problem.ProblemException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Permits for submits of one kind. A user has at most half of them, so whoever sends bodies that hardly move shuts out
 * nobody else.
 */
final class SubmitPermits {

    private final Semaphore all;
    private final int share;
    private final long waitNanos;
    /** One for each user and machine of the settings, so nothing is ever removed. */
    private final Map<String, Semaphore> byUser = new ConcurrentHashMap<>();

    SubmitPermits(int permits, long waitMillis) {
        this.all = new Semaphore(permits, true);
        this.share = Math.max(1, permits / 2);
        this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    interface Submit<T> {

        T run() throws IOException;
    }

    <T> T run(String user, Submit<T> submit) throws IOException {
        long deadline = System.nanoTime() + waitNanos;
        // why first: a user who waits for their own share must not be in line before others
        Semaphore own = byUser.computeIfAbsent(user, _ -> new Semaphore(share, true));
        acquire(own, deadline);
        try {
            acquire(all, deadline);
            try {
                return submit.run();
            } finally {
                all.release();
            }
        } finally {
            own.release();
        }
    }

    private static void acquire(Semaphore permits, long deadline) {
        try {
            if (permits.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new ProblemException(SubmitProblems.TOO_MANY_SUBMITS);
    }
}
