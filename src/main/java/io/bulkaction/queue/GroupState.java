package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.redis.Reply;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One group at one moment of Redis' clock.
 *
 * @param ending how often this run has ended; more than once when dead letters were revived after its end
 * @param cancelled whether the run ended by cancellation; known once it has ended
 * @param cancelledAt when the cancellation made its last step
 * @param startedAt first claim
 * @param finishedAt end of the last job
 * @param paused whether the queue starts nothing at the moment
 */
public record GroupState(
        GroupId group,
        long run,
        long ending,
        GroupStatus status,
        PriorityLevel level,
        boolean sealed,
        boolean cancelled,
        GroupCounts counts,
        GroupPace pace,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String callback,
        @Nullable String cancelReason,
        @Nullable Instant cancelledAt,
        Instant now,
        boolean paused) {

    /** Values per group in the reply of progress.lua. */
    static final int WIDTH = 25;

    /** Jobs per second: of the whole run once it is over, else at this moment. */
    public double jobsPerSecond() {
        if (startedAt == null) {
            return 0;
        }
        return finishedAt != null
                ? counts.done() / GroupPace.seconds(startedAt, finishedAt)
                : pace.at(now, counts.done(), startedAt);
    }

    /** @return null for a group that is not there */
    static @Nullable GroupState of(GroupId group, Reply reply, int at) {
        if (reply.textOrNull(at + 1) == null) {
            return null;
        }
        long running = number(reply, at + 14);
        return new GroupState(
                group,
                number(reply, at + 2),
                number(reply, at + 3),
                GroupStatus.valueOf(reply.text(at + 1)),
                PriorityLevel.valueOf(reply.text(at + 4).toUpperCase(Locale.ROOT)),
                number(reply, at + 5) == 1,
                "CANCELLED".equals(reply.textOrNull(at + 6)),
                new GroupCounts(
                        number(reply, at + 7),
                        number(reply, at + 8),
                        number(reply, at + 9),
                        number(reply, at + 10),
                        number(reply, at + 11),
                        number(reply, at + 12),
                        reply.number(at),
                        number(reply, at + 13) - running,
                        number(reply, at + 15),
                        running),
                new GroupPace(
                        decimal(reply, at + 19),
                        Instant.ofEpochMilli(number(reply, at + 20)),
                        number(reply, at + 21)),
                Instant.ofEpochMilli(number(reply, at + 16)),
                time(reply, at + 17),
                time(reply, at + 18),
                reply.textOrNull(at + 22),
                reply.textOrNull(at + 23),
                time(reply, at + 24),
                Instant.ofEpochMilli(reply.number(0)),
                reply.number(1) == 1);
    }

    private static long number(Reply reply, int index) {
        return reply.textOrNull(index) == null ? 0 : reply.number(index);
    }

    private static double decimal(Reply reply, int index) {
        String text = reply.textOrNull(index);
        return text == null ? 0 : Double.parseDouble(text);
    }

    private static @Nullable Instant time(Reply reply, int index) {
        return reply.textOrNull(index) == null ? null : Instant.ofEpochMilli(reply.number(index));
    }
}
