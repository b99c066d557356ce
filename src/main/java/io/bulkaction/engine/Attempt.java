package io.bulkaction.engine;

import io.bulkaction.job.Job;
import io.bulkaction.queue.ClaimedJob;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One run of one job on its own virtual thread. It ends once: by the processor, or by whoever loses patience first. An
 * attempt that was given up may still run, but what it says no longer counts.
 */
final class Attempt {

    private final Worker worker;
    private final ClaimedJob claimed;
    private final Duration timeout;
    private final long startedNanos = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread;

    Attempt(Worker worker, ClaimedJob claimed, Duration timeout, Consumer<Attempt> run) {
        this.worker = worker;
        this.claimed = claimed;
        this.timeout = timeout;
        this.thread = Thread.ofVirtual().name("job-" + claimed.id()).unstarted(() -> run.accept(this));
    }

    void start() {
        thread.start();
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

    boolean isOverdue() {
        return elapsedNanos() > timeout.toNanos();
    }

    /** True for the first who asks: only that one may say how it ended. */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean isStillRunning() {
        return thread.isAlive();
    }
}
