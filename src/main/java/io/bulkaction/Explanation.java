package io.bulkaction;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a queue, a tenant, a group or a job is where it is: one sentence with a stable code and the numbers behind it. Times
 * that are expected come from the jobs that ended in the last seconds; they are null where these say nothing.
 *
 * @param code what it does or waits for; stable
 * @param state whether it makes progress
 * @param sentence the same in words, in English
 * @param at when this was true, on the clock of Redis
 * @param since since when; null if that is not known
 * @param until when it goes on by itself; null if that is not known or somebody has to act
 * @param groupsAhead groups and tenants of its level that have their turn before it; null if it waits for no turn
 * @param jobsAhead about how many jobs start before it, or before its next one; null if that is not known
 * @param jobsPerSecond its own over the last ten seconds, of a job that of its group
 * @param start when it, or its next job, is expected to start
 * @param end when it is expected to be done
 * @param details texts and numbers by name, such as {@code maxRps} or {@code errorCode}; which ones depends on the code
 */
public record Explanation(
        Code code,
        State state,
        String sentence,
        Instant at,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable Long groupsAhead,
        @Nullable Long jobsAhead,
        double jobsPerSecond,
        @Nullable Expected start,
        @Nullable Expected end,
        Map<String, Object> details) {

    /**
     * A time that is not certain.
     *
     * @param earliest hardly before
     * @param likely most likely
     * @param latest hardly later, if nothing changes
     */
    public record Expected(Instant earliest, Instant likely, Instant latest) {}

    /** Whether it makes progress. */
    public enum State {
        /** It does. */
        RUNS,
        /** Not now, but it goes on by itself. */
        WAITS,
        /** Not until somebody acts. */
        STUCK,
        /** It has nothing to do, or has ended. */
        DONE
    }

    /** What something does or waits for. */
    public enum Code {
        /** Redis does not answer, so nothing is known and nothing starts. */
        REDIS_UNREACHABLE(State.STUCK),
        /** The queue is paused, by a person or by a job that failed for good. */
        QUEUE_PAUSED(State.STUCK),
        /** No live instance has a worker for the queue. */
        NO_WORKERS(State.STUCK),
        /** There are workers and there is work, but for long no job has started or ended. */
        STALLED(State.STUCK),
        /** As many jobs of the queue run as may at once. */
        QUEUE_CONCURRENCY(State.RUNS),
        /** Jobs start as fast as the queue's rate limit allows. */
        QUEUE_RATE(State.RUNS),
        /** Jobs start as fast as a rate allows that the queue shares with others. */
        QUEUE_LIMITER(State.RUNS),
        /** All workers are busy. */
        WORKERS_BUSY(State.RUNS),
        /** It runs. */
        RUNNING(State.RUNS),
        /** It waits for the turn of its group or tenant. */
        TURN(State.WAITS),
        /** It is next and waits for a worker. */
        READY(State.WAITS),
        /** All groups of the queue that have work are parked. */
        GROUPS_PARKED(State.WAITS),
        /** The other side asked to be called later. */
        THROTTLED(State.WAITS),
        /** No live instance knows the processor type of the next jobs. */
        UNKNOWN_PROCESSOR(State.STUCK),
        /** The group has a rate limit of its own, and no token left. */
        GROUP_RATE(State.WAITS),
        /** The tenant has a rate limit, and no token left. */
        TENANT_RATE(State.WAITS),
        /** As many jobs of the tenant run as may at once. */
        TENANT_CONCURRENCY(State.WAITS),
        /** As many jobs of the group, or of its processor type, run as may at once. */
        CONCURRENCY(State.WAITS),
        /** The group is to start when the runs of other groups have ended. */
        AFTER(State.WAITS),
        /** The group is to start later. */
        SCHEDULED(State.WAITS),
        /** It is outside its sending window, or outside that of its tenant or its queue. */
        SENDING_WINDOW(State.WAITS),
        /** Nobody knows when its sending window opens: there is no such window. */
        UNKNOWN_SENDING_WINDOW(State.STUCK),
        /** Somebody paused the group, or all groups that have work. */
        GROUP_PAUSED(State.STUCK),
        /** Somebody paused the tenant, or all tenants that have work. */
        TENANT_PAUSED(State.STUCK),
        /** An attempt failed, and the next one has its time. */
        RETRY(State.WAITS),
        /** All jobs are done, but the run is not sealed: more may come. */
        NOT_SEALED(State.WAITS),
        /** All jobs are done; an aggregator works on the result. */
        AGGREGATING(State.RUNS),
        /** The run was cancelled, and its running jobs are being stopped. */
        CANCELLING(State.RUNS),
        /** Failed for good: waits for a person. */
        DEAD_LETTER(State.STUCK),
        /** It has ended. */
        FINISHED(State.DONE),
        /** There is nothing to do. */
        IDLE(State.DONE);

        private final State state;

        Code(State state) {
            this.state = state;
        }

        /** {@return whether what has this code makes progress} */
        public State state() {
            return state;
        }
    }
}
