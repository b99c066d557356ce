package io.bulkaction.internal.run;

import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.JobNotScheduledException;
import io.bulkaction.Rescheduling;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes when groups and jobs start that are still to start later. */
public final class Schedules {

    private final Queue queue;

    private Schedules(Queue queue) {
        this.queue = queue;
    }

    public static Schedules of(Queue queue) {
        return new Schedules(queue);
    }

    /**
     * Nothing of the group starts before a time; null: at once. Empty when there is no such group.
     *
     * @throws GroupEndedException when its run has ended or is being cancelled
     */
    public Optional<Rescheduling> reschedule(GroupId group, @Nullable Instant startAt) {
        RedisQueue redis = queue.of(group).redis();
        Args args = new Args(5).add(redis.keys().prefix()).add(group.value()).add(millis(startAt));
        Reply reply = redis.call(
                Script.RESCHEDULE,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().group(group, "meta"),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher());
        return rescheduled(reply, group);
    }

    /**
     * The same for a job that is scheduled. Empty when there is no such job.
     *
     * @throws JobNotScheduledException when it is not scheduled, or no longer
     * @throws GroupEndedException when the run of its group is being cancelled
     */
    public Optional<Rescheduling> reschedule(JobName job, @Nullable Instant runAt) {
        RedisQueue redis = queue.of(job.group()).redis();
        Reply reply = redis.call(
                Script.RESCHEDULE_JOB,
                new Args(4).add(redis.keys().prefix()).add(job.toString()).add(millis(runAt)).add(redis.now()),
                redis.keys().key("job:" + job),
                redis.keys().wakeDispatcher());
        if (reply.text("answer").equals("due")) {
            throw new JobNotScheduledException(job.group(), job.id());
        }
        return rescheduled(reply, job.group());
    }

    private Optional<Rescheduling> rescheduled(Reply reply, GroupId group) {
        queue.signals().changed(queue.of(group).number());
        return switch (reply.text("answer")) {
            case "missing" -> Optional.empty();
            case "ended" -> throw new GroupEndedException(group);
            default -> Optional.of(new Rescheduling(
                    reply.text("answer").equals("changed"),
                    reply.number("starts_at") == 0 ? null : Instant.ofEpochMilli(reply.number("starts_at"))));
        };
    }

    private static @Nullable String millis(@Nullable Instant time) {
        return time == null ? null : Long.toString(time.toEpochMilli());
    }
}
