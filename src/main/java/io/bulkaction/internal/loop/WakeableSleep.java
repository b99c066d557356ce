package io.bulkaction.internal.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A sleep that another thread can end. Meant for one sleeper and any number of wakers. */
final class WakeableSleep {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;

    /**
     * Sleeps until the time is over or someone wakes it. A wake that came before is not lost: it ends this sleep at
     * once. However many wakes came, they end one sleep only.
     *
     * @return true when woken, false when the time was over
     */
    public boolean sleep(Duration time) throws InterruptedException {
        Deadline deadline = Deadline.in(time);
        lock.lockInterruptibly();
        try {
            while (!woken && !deadline.isOver()) {
                changed.awaitNanos(deadline.remainingNanos());
            }
            boolean early = woken;
            woken = false;
            return early;
        } finally {
            lock.unlock();
        }
    }

    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
