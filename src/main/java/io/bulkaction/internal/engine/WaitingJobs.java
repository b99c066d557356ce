package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs that were claimed before a worker was free, oldest first. Guarded by the pool's lock. */
final class WaitingJobs {

    /** What waits longer could have run elsewhere; what is claimed ahead for quick workers waits 20 ms at most. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final Deque<Waiting> jobs = new ArrayDeque<>();
    private @Nullable Waiting seenOverdue;

    private record Waiting(ClaimedJob job, Deadline patience) {}

    void add(ClaimedJob job) {
        jobs.add(new Waiting(job, Deadline.in(PATIENCE)));
    }

    int size() {
        return jobs.size();
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    ClaimedJob takeFirst() {
        return jobs.remove().job();
    }

    /**
     * Whether the first of them has waited too long, and had so when this was last asked: after a moment in which the
     * whole process stood still the workers are given the time until the next look.
     */
    boolean isOverdue() {
        Waiting first = jobs.peek();
        Waiting before = seenOverdue;
        seenOverdue = first != null && first.patience().isOver() ? first : null;
        return seenOverdue != null && seenOverdue == before;
    }

    List<ClaimedJob> takeAll() {
        List<ClaimedJob> all = jobs.stream().map(Waiting::job).toList();
        jobs.clear();
        return all;
    }
}
