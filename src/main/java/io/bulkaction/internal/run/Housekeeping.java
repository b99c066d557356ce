package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes completed jobs and finished groups after their retention, and reports runs that nobody seals. */
final class Housekeeping {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);
    private static final int FORGET_BATCH = 100;
    private static final int EXPIRE_BATCH = 250;
    private static final int MAX_REPORTED = 100;

    private final Queue queue;
    private final Duration interval;
    private final Set<GroupId> reported = new HashSet<>();
    private Deadline next = Deadline.in(Duration.ZERO);

    Housekeeping(Queue queue, Duration interval) {
        this.queue = queue;
        this.interval = interval;
    }

    /** @return whether there is more to do now */
    boolean cleanIfDue() {
        return next.isOver() && clean();
    }

    /** @return whether there is more to do now */
    boolean clean() {
        if (CompletedJobs.of(queue).expire(EXPIRE_BATCH) == EXPIRE_BATCH
                || Groups.of(queue).forget(FORGET_BATCH) == FORGET_BATCH) {
            return true;
        }
        next = Deadline.in(interval);
        reportUnsealed();
        return false;
    }

    /** Once per group. Runs are never sealed automatically, because more jobs may come. */
    private void reportUnsealed() {
        Duration limit = queue.settings().alerts().unsealedLongerThan();
        List<GroupId> unsealed = Groups.of(queue).unsealedFor(limit, MAX_REPORTED);
        reported.retainAll(Set.copyOf(unsealed));
        for (GroupId group : unsealed) {
            if (reported.add(group)) {
                log.warn(
                        "The run of group {} in queue {} cannot end: nothing was added for {}, and nobody has sealed it",
                        group, queue.name(), limit);
            }
        }
    }
}
