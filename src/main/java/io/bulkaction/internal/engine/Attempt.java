package io.bulkaction.internal.engine;

import io.bulkaction.Job;
import io.bulkaction.internal.flow.ClaimedJob;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a processor on its own virtual thread. It ends once: by the processor, or by whoever gives it up first. An
 * attempt that was given up may still run, but what it returns no longer counts.
 */
final class Attempt {

    private final long number;
    private final Worker worker;
    private final ClaimedJob claimed;
    private final Duration timeout;
    private final AtomicReference<State> state = new AtomicReference<>(State.CLAIMED);
    private final AtomicReference<@Nullable Runnable> conclusion = new AtomicReference<>();
    private final Thread thread;
    private volatile long startedNanos = System.nanoTime();

    private enum State {
        /** On its way to the processor: until it starts it can be given back. */
        CLAIMED,
        STARTED,
        ENDED,
        ENDED_UNSTARTED;

        State end() {
            return this == CLAIMED ? ENDED_UNSTARTED : this == STARTED ? ENDED : this;
        }
    }

    /** @param number of this instance's attempts, in the order in which their jobs were claimed */
    Attempt(long number, Worker worker, ClaimedJob claimed, Duration timeout, Consumer<Attempt> run) {
        this.number = number;
        this.worker = worker;
        this.claimed = claimed;
        this.timeout = timeout;
        this.thread = Thread.ofVirtual().name("job-" + claimed.id()).unstarted(() -> run.accept(this));
    }

    void start() {
        thread.start();
    }

    long number() {
        return number;
    }

    Worker worker() {
        return worker;
    }

    ClaimedJob claimed() {
        return claimed;
    }

    Job job() {
        return claimed.job();
    }

    Duration timeout() {
        return timeout;
    }

    long elapsedNanos() {
        return System.nanoTime() - startedNanos;
    }

    /** One that waits for a core is not: its processor has not been called. */
    boolean isOverdue() {
        return state.get() == State.STARTED && elapsedNanos() > timeout.toNanos();
    }

    /** Right before the processor is called; false when it must not be any more. */
    boolean begin() {
        startedNanos = System.nanoTime();
        return state.compareAndSet(State.CLAIMED, State.STARTED);
    }

    boolean hasStarted() {
        State now = state.get();
        return now == State.STARTED || now == State.ENDED;
    }

    /** True for the first who asks: only that one may say how it ended. */
    boolean end() {
        State before = state.getAndUpdate(State::end);
        return before != before.end();
    }

    /** The same for one whose processor is then never called. */
    boolean endUnstarted() {
        return state.compareAndSet(State.CLAIMED, State.ENDED_UNSTARTED);
    }

    /** @param then done once, by whoever calls {@link #conclude()} first */
    void giveUp(Runnable then) {
        conclusion.set(then);
        interrupt();
    }

    /** For one that was given up: it is over now, or nobody waits for it any longer. */
    void conclude() {
        Runnable then = conclusion.getAndSet(null);
        if (then != null) {
            then.run();
        }
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean isStillRunning() {
        return thread.isAlive();
    }
}
