package io.bulkaction.internal.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs a step again and again on its own thread until it is stopped. Whatever the step throws, the loop backs off and
 * continues. Every method may be called from any thread, in any order and any number of times; there are never two
 * threads at once, so a step needs no lock against itself.
 */
public final class Loop {

    /** One turn. Returns how long to rest before the next; {@link Duration#ZERO} means at once. */
    @FunctionalInterface
    public interface Step {
        Duration run() throws Exception;
    }

    private record Failure(Throwable error, Instant at) {}

    private final String name;
    private final Step step;
    private final Duration firstBackoff;
    private final WakeableSleep rest = new WakeableSleep();
    private final AtomicLong turns = new AtomicLong();
    private volatile @Nullable Failure lastFailure;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition startedOrEnded = lock.newCondition();
    private @Nullable Thread thread;
    private boolean dead;
    // Written under the lock; volatile because the thread looks at it once per turn.
    private volatile boolean stopAsked = true;
    private volatile boolean interruptSent;

    public Loop(String name, Step step) {
        this(name, step, FailureStreak.FIRST_BACKOFF);
    }

    Loop(String name, Step step, Duration firstBackoff) {
        this.name = name;
        this.step = step;
        this.firstBackoff = firstBackoff;
    }

    /** Does nothing while it runs. While a stop is still waiting for a turn to end, takes that stop back. */
    public void start() {
        lock.lock();
        try {
            stopAsked = false;
            interruptSent = false;
            dead = false;
            if (thread == null) {
                // why a platform thread: processors that burn CPU on virtual threads must not hold up a heartbeat
                Thread fresh = Thread.ofPlatform().daemon().name(name).inheritInheritableThreadLocals(false)
                        .unstarted(this::turnUntilStopped);
                fresh.start();
                thread = fresh;
            }
            startedOrEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the current or the next rest. Does not shorten the back-off after a failure. */
    public void wake() {
        rest.wake();
    }

    /** Returns at once, even while a turn is blocked. The current turn runs to its end and is the last one. */
    public void requestStop() {
        lock.lock();
        try {
            stopAsked = true;
            dead = false;
        } finally {
            lock.unlock();
        }
        rest.wake();
    }

    /**
     * Waits until the thread has ended.
     *
     * @return false when it still runs at the deadline, when someone started it again, when the waiting thread is
     *     interrupted, or when a step waits for its own loop
     */
    public boolean awaitStop(Deadline deadline) {
        lock.lock();
        try {
            Thread awaited = thread;
            if (awaited == Thread.currentThread()) {
                return false;
            }
            while (thread != null && thread == awaited && stopAsked && !deadline.isOver()) {
                startedOrEnded.awaitNanos(deadline.remainingNanos());
            }
            return thread == null || thread != awaited;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Stops it and waits. A turn that is not over at the deadline is interrupted, and the answer is false. */
    public boolean stop(Deadline deadline) {
        requestStop();
        return awaitStop(deadline) || interruptUnlessStartedAgain();
    }

    public String name() {
        return name;
    }

    /** Started and not asked to stop. */
    public boolean isRunning() {
        lock.lock();
        try {
            return thread != null && !stopAsked;
        } finally {
            lock.unlock();
        }
    }

    /** The thread ended although nobody asked for it, which no failing step can cause. */
    public boolean isDead() {
        lock.lock();
        try {
            return dead;
        } finally {
            lock.unlock();
        }
    }

    /** What the last failing turn threw, however long ago. */
    public Optional<Throwable> lastError() {
        return Optional.ofNullable(lastFailure).map(Failure::error);
    }

    public Optional<Instant> lastErrorAt() {
        return Optional.ofNullable(lastFailure).map(Failure::at);
    }

    /** Turns that came to an end, good or bad, over all starts. */
    public long turns() {
        return turns.get();
    }

    /** @return whether the thread has ended after all */
    private boolean interruptUnlessStartedAgain() {
        lock.lock();
        try {
            if (thread != null && stopAsked && thread != Thread.currentThread()) {
                interruptSent = true;
                thread.interrupt();
            }
            return thread == null;
        } finally {
            lock.unlock();
        }
    }

    private void turnUntilStopped() {
        FailureStreak streak = new FailureStreak(name, firstBackoff);
        try {
            do {
                while (!stopAsked) {
                    turn(streak);
                }
            } while (!leave());
        } finally {
            leaveAnyway();
        }
    }

    private void turn(FailureStreak streak) {
        try {
            Duration pause = Objects.requireNonNull(step.run(), "step returned null instead of how long to rest");
            streak.end();
            turns.incrementAndGet();
            rest(pause);
        } catch (Throwable failure) {
            turns.incrementAndGet();
            fail(failure, streak);
        }
        // why: a leftover flag would make the next blocking call fail at once, turn after turn
        Thread.interrupted();
    }

    private void rest(Duration pause) {
        try {
            if (pause.isPositive() && !stopAsked) {
                rest.sleep(pause);
            }
        } catch (InterruptedException interrupted) {
            // why: only a stop ends the loop; any other interrupt ends the rest, as a wake would
        }
    }

    private void fail(Throwable failure, FailureStreak streak) {
        if (stopAsked && interruptSent) {
            return;
        }
        lastFailure = new Failure(failure, Instant.now());
        backOff(streak.add(failure));
    }

    private void backOff(Duration time) {
        Deadline over = Deadline.in(time);
        while (!stopAsked && !over.isOver()) {
            try {
                // why again and again: wakes are frequent exactly when things fail, and the next turn serves them all
                rest.sleep(over.remaining());
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    /** Ends the thread, unless someone started the loop again in the meantime. */
    private boolean leave() {
        lock.lock();
        try {
            if (!stopAsked) {
                return false;
            }
            thread = null;
            startedOrEnded.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void leaveAnyway() {
        lock.lock();
        try {
            if (thread == Thread.currentThread()) {
                dead = !stopAsked;
                thread = null;
                startedOrEnded.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
