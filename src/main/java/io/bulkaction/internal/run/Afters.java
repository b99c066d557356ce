package io.bulkaction.internal.run;

import io.bulkaction.After;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups that start after the runs of others, in whatever queue: which runs those are, and how they stand. */
public final class Afters {

    /** Groups that are looked at for a cycle. */
    private static final int MAX_CHAIN = 1_000;

    private static final byte[][] FIELDS = {Utf8.bytes("status"), Utf8.bytes("run"), Utf8.bytes("after")};

    private record Name(QueueName queue, GroupId group) {}

    /** What a group's meta says. */
    record Waiter(@Nullable GroupStatus status, long run, @Nullable String after) {

        boolean waits() {
            return after != null && status != null && !status.isFinished() && status != GroupStatus.CANCELLING
                    && status != GroupStatus.AGGREGATING;
        }
    }

    /** How a condition stands. */
    enum Standing {
        OPEN,
        MET,
        /** It cannot be met any more. */
        LOST
    }

    private final Queues queues;

    public Afters(Queues queues) {
        this.queues = queues;
    }

    /**
     * Names the runs that a group is to wait for: the ones that the groups have now, or else their first ones.
     *
     * @return as it is kept, see {@link AfterRun}
     * @throws CyclicAfterException when the group would wait for itself
     */
    public String resolve(QueueName queue, GroupId group, List<After> after) {
        List<AfterRun> conditions = new ArrayList<>();
        for (After each : after) {
            QueueName of = each.queue() == null ? queue : each.queue();
            conditions.add(new AfterRun(of, each.group(), each.when(), read(of, each.group()).run()));
        }
        if (isCycle(queue, group, conditions)) {
            throw new CyclicAfterException(queue, group);
        }
        return AfterRun.text(conditions);
    }

    /** Whether the conditions, followed from group to group, lead back. A chain too long to follow counts as one. */
    boolean isCycle(QueueName queue, GroupId group, List<AfterRun> conditions) {
        Name start = new Name(queue, group);
        Set<Name> seen = new HashSet<>();
        Deque<AfterRun> next = new ArrayDeque<>(conditions);
        while (!next.isEmpty()) {
            AfterRun condition = next.poll();
            Name name = new Name(condition.queue(), condition.group());
            if (name.equals(start) || seen.size() > MAX_CHAIN) {
                return true;
            }
            if (seen.add(name)) {
                Waiter waiter = read(name.queue(), name.group());
                if (waiter.waits() && waiter.after() != null) {
                    next.addAll(AfterRun.parse(waiter.after()));
                }
            }
        }
        return false;
    }

    Waiter read(QueueName queue, GroupId group) {
        RedisQueue redis = queues.get(queue).of(group).redis();
        List<KeyValue<byte[], byte[]>> meta =
                redis.read(commands -> commands.hmget(redis.keys().group(group, "meta"), FIELDS));
        List<Optional<String>> value = meta.stream().map(Value::optional).map(each -> each.map(Utf8::text)).toList();
        return new Waiter(
                value.get(0).map(GroupStatus::valueOf).orElse(null), value.get(1).map(Long::parseLong).orElse(0L),
                value.get(2).orElse(null));
    }

    Standing standing(AfterRun condition) {
        Waiter other = read(condition.queue(), condition.group());
        boolean isOlder = condition.run() > 0 && (other.status() == null || other.run() > condition.run());
        if (isOlder) {
            return ended(condition, earlier(condition));
        }
        return other.status() != null && other.status().isFinished() ? ended(condition, Optional.of(other.status()))
                : Standing.OPEN;
    }

    private Optional<GroupStatus> earlier(AfterRun condition) {
        Queue queue = queues.get(condition.queue());
        return Groups.of(queue).results().history(condition.group()).stream()
                .filter(result -> result.run() == condition.run())
                .map(GroupResult::status)
                .findFirst();
    }

    /** @param status empty if nobody knows any more how it ended */
    private static Standing ended(AfterRun condition, Optional<GroupStatus> status) {
        boolean hasSucceeded = status.equals(Optional.of(GroupStatus.COMPLETED));
        boolean isMet = switch (condition.when()) {
            case ALWAYS -> true;
            case SUCCEEDED -> hasSucceeded;
            case FAILED -> status.isPresent() && !hasSucceeded;
        };
        return isMet ? Standing.MET : Standing.LOST;
    }
}
