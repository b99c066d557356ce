package io.bulkaction.internal.run;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobView;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.logging.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads, seals and cancels groups of all queues. Works without an engine in this process. */
public final class GroupService {

    private static final Logger log = LoggerFactory.getLogger(GroupService.class);

    /** What a person looks for comes first. */
    private static final List<GroupStatus> PAGE_ORDER = List.of(
            GroupStatus.RUNNING,
            GroupStatus.CREATED,
            GroupStatus.CANCELLING,
            GroupStatus.AGGREGATING,
            GroupStatus.FAILED,
            GroupStatus.CANCELLED,
            GroupStatus.COMPLETED);

    private final Queues queues;
    private final ResultAggregators aggregators;

    public GroupService(Queues queues, ResultAggregators aggregators) {
        this.queues = queues;
        this.aggregators = aggregators;
    }

    /** Of the current run, or else of the last one. One round trip, whatever the number of jobs. */
    public Optional<GroupProgress> progress(QueueName queue, GroupId group) {
        return groups(queue).state(group).map(state -> state.toProgress(queue));
    }

    /** Who created the group; empty if nobody is known, or there is no such group. */
    public Optional<GroupOwner> owner(QueueName queue, GroupId group) {
        return groups(queue).owner(group);
    }

    /** Of the last run that finished. */
    public Optional<GroupResult> result(QueueName queue, GroupId group) {
        return groups(queue).results().last(group);
    }

    /** Of the current run so far; the final one once it has finished. Reads what every job returned. */
    public Optional<GroupResult> partialResult(QueueName queue, GroupId group) {
        Optional<GroupState> state = groups(queue).state(group);
        if (state.isPresent() && state.get().status().isFinished()) {
            return result(queue, group);
        }
        return state.flatMap(running -> new Aggregator(queues.get(queue), aggregators).partial(group));
    }

    /** Of the last runs, as many as the queue keeps, the latest first. */
    public List<GroupResult> results(QueueName queue, GroupId group) {
        return groups(queue).results().history(group);
    }

    public Optional<JobView> job(QueueName queue, JobName job) {
        return JobLookup.of(queues.get(queue)).find(job);
    }

    /** @param limit of groups, of tenants and of labels */
    public SearchHits search(QueueName queue, String text, int limit) {
        return groups(queue).search(text, limit);
    }

    /** The jobs of a group, by status. */
    public JobPages jobs(QueueName queue, GroupId group) {
        return JobPages.of(queues.get(queue), group);
    }

    /** Says that no more jobs are to come. @return false if there is no such group */
    public boolean seal(QueueName queue, GroupId group) {
        return groups(queue).seal(group) != Groups.Sealing.MISSING;
    }

    /**
     * Nothing of the group starts any more; what runs continues to its end. Empty if there is no such group.
     *
     * @throws GroupEndedException when its run has ended or is being cancelled
     */
    public Optional<GroupPause> pause(QueueName queue, GroupId group, String reason, String by) {
        return groups(queue).pause(group, reason, by);
    }

    /** @return whether it was paused; empty if there is no such group */
    public Optional<Boolean> resume(QueueName queue, GroupId group) {
        return groups(queue).resume(group);
    }

    /**
     * Nothing of the group starts before a time; null: at once. Empty if there is no such group.
     *
     * @throws GroupEndedException when its run has ended or is being cancelled
     */
    public Optional<Rescheduling> reschedule(QueueName queue, GroupId group, @Nullable Instant startAt) {
        return Schedules.of(queues.get(queue)).reschedule(group, startAt);
    }

    /** The same for a job that is scheduled. Empty if there is none. */
    public Optional<Rescheduling> reschedule(QueueName queue, JobName job, @Nullable Instant runAt) {
        return Schedules.of(queues.get(queue)).reschedule(job, runAt);
    }

    /**
     * Cancels what waits; what runs is interrupted within two seconds, on any instance. Returns when nothing waits any
     * more, which takes about ten seconds for a million jobs. If this process dies meanwhile, another one continues.
     *
     * @return empty if there is no such group; nothing is cancelled if its run has ended
     */
    public Optional<Cancellation> cancel(QueueName queue, GroupId group, String reason) {
        return finish(queue, canceller(queue, group, reason));
    }

    Canceller canceller(QueueName queue, GroupId group, String reason) {
        return new Canceller(groups(queue), group, reason);
    }

    /** Continues a cancellation until nothing waits any more. */
    Optional<Cancellation> finish(QueueName queue, Canceller canceller) {
        CancelStep step = canceller.runToEnd();
        if (step.answer() == CancelStep.Answer.MISSING) {
            return Optional.empty();
        }
        if (canceller.hasBegun()) {
            log.info("cancelled {} jobs of group {} in queue {}, {} are running: {}",
                    step.cancelled(), canceller.group(), queue, step.running(), OneLine.of(canceller.reason()));
        }
        return Optional.of(new Cancellation(canceller.hasBegun(), step.cancelled(), step.running()));
    }

    /**
     * Groups with their progress, of one status or all; within a status the latest to reach it first. CREATED and
     * DISPATCHED are one list: the runs that have not begun.
     *
     * @param page from 1
     */
    public GroupPage groups(QueueName queue, @Nullable GroupStatus status, int page, int limit) {
        checkPage(page, limit);
        Groups groups = groups(queue);
        Map<GroupStatus, Long> sizes = groups.perStatus();
        List<GroupId> ids = new ArrayList<>();
        long total = 0;
        long skip = (page - 1L) * limit;
        GroupStatus stored = status == GroupStatus.DISPATCHED ? GroupStatus.CREATED : status;
        for (GroupStatus each : stored == null ? PAGE_ORDER : List.of(stored)) {
            long size = sizes.get(each);
            long from = Math.max(0, skip - total);
            total += size;
            if (from < size && ids.size() < limit) {
                ids.addAll(groups.inStatus(each, from, limit - ids.size()));
            }
        }
        return new GroupPage(total, progress(queue, ids));
    }

    /** Groups of one level that wait for their turn, the next one first; parked ones are not among them. */
    public GroupPage waiting(QueueName queue, PriorityLevel level, int page, int limit) {
        checkPage(page, limit);
        WaitingGroups waiting = groups(queue).waiting(level);
        return new GroupPage(waiting.count(), progress(queue, waiting.page((page - 1L) * limit, limit)));
    }

    /** In the order asked for; unknown groups are left out. */
    public List<GroupProgress> progress(QueueName queue, List<GroupId> ids) {
        return groups(queue).states(ids).stream().map(state -> state.toProgress(queue)).toList();
    }

    /** Cancels one job wherever it waits; one that runs is interrupted within two seconds. Empty if there is none. */
    public Optional<JobCancellation> cancel(QueueName queue, JobName job) {
        return groups(queue).cancel(job);
    }

    /** By the clock that decides when something is due. */
    public Instant now(QueueName queue) {
        return Instant.ofEpochMilli(queues.get(queue).home().redis().millis());
    }

    private static void checkPage(int page, int limit) {
        if (page < 1 || limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("page must be 1 or more and limit 1 to 1000");
        }
    }

    private Groups groups(QueueName queue) {
        return Groups.of(queues.get(queue));
    }
}
