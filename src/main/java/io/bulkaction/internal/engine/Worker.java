package io.bulkaction.internal.engine;

import io.bulkaction.Job;
import org.jspecify.annotations.Nullable;

/** One place in the pool: runs one job at a time, each on a virtual thread of its own. Guarded by the pool's lock. */
final class Worker {

    private final int id;
    private volatile @Nullable Attempt current;
    private volatile WorkerState state = WorkerState.IDLE;
    private long done;

    Worker(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    @Nullable
    Attempt current() {
        return current;
    }

    WorkerState state() {
        return state;
    }

    void run(Attempt attempt) {
        current = attempt;
        state = WorkerState.RUNNING;
    }

    /** Finishes what it runs and takes no more. */
    void retire() {
        state = current == null ? WorkerState.STOPPED : WorkerState.STOPPING;
    }

    /** Its job has ended, or was given back before it started; returns whether the worker stays. */
    boolean ended(boolean started) {
        current = null;
        done += started ? 1 : 0;
        if (state == WorkerState.STOPPING) {
            state = WorkerState.STOPPED;
            return false;
        }
        state = WorkerState.IDLE;
        return true;
    }

    Status status() {
        Attempt attempt = current;
        Job job = attempt == null ? null : attempt.job();
        return new Status(
                id,
                state,
                job == null ? null : job.id().value(),
                job == null ? null : job.groupId().value(),
                attempt == null ? 0 : attempt.elapsedNanos() / 1_000_000,
                done);
    }

    /** @param runningMillis how long the current job has been running */
    public record Status(
            int id,
            WorkerState state,
            @Nullable String currentJob,
            @Nullable String currentGroup,
            long runningMillis,
            long jobsDone) {}
}
