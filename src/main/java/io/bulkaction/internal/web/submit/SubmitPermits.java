package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.web.problem.ProblemException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Permits for submits of one kind. A user gets another one only while more are free than the user holds: one alone has at
 * most half of them, and several who send bodies that hardly move have half, a quarter, an eighth. So it takes many
 * accounts, not one or two, to shut out everybody else.
 */
final class SubmitPermits {

    private final long waitNanos;
    // why fair: whoever has waited longest looks first when a permit comes back
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition returned = lock.newCondition();
    private final Map<String, Integer> held = new HashMap<>();
    private int free;

    SubmitPermits(int permits, long waitMillis) {
        this.free = permits;
        this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    interface Submit<T> {

        T run() throws IOException;
    }

    <T> T run(String user, Submit<T> submit) throws IOException {
        acquire(user);
        try {
            return submit.run();
        } finally {
            release(user);
        }
    }

    private void acquire(String user) {
        lock.lock();
        try {
            for (long left = waitNanos; held.getOrDefault(user, 0) >= free;) {
                if (left <= 0) {
                    throw new ProblemException(SubmitProblems.TOO_MANY_SUBMITS);
                }
                left = returned.awaitNanos(left);
            }
            free--;
            held.merge(user, 1, Integer::sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(SubmitProblems.TOO_MANY_SUBMITS);
        } finally {
            lock.unlock();
        }
    }

    private void release(String user) {
        lock.lock();
        try {
            free++;
            held.computeIfPresent(user, (same, count) -> count == 1 ? null : count - 1);
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
