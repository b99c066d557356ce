package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What groups wait for and how they stand, read once each for as long as this object lives. For one thread. */
final class Waiters {

    private static final byte[][] FIELDS = {
        Utf8.bytes("status"), Utf8.bytes("run"), Utf8.bytes("after"), Utf8.bytes("cancelledCount"),
        Utf8.bytes("expiredCount")};

    private final Queues queues;
    private final Map<Name, Waiter> known = new HashMap<>();

    Waiters(Queues queues) {
        this.queues = queues;
    }

    record Name(QueueName queue, GroupId group) {

        static Name of(AfterRun condition) {
            return new Name(condition.queue(), condition.group());
        }
    }

    /** What a group's meta says; without a status nobody knows the group. */
    record Waiter(@Nullable GroupStatus status, long run, @Nullable String after, long cancelled, long expired) {

        /** What it waits for; nothing if it does not wait. */
        List<AfterRun> conditions() {
            boolean waits = after != null && status != null && !status.isFinished() && status != GroupStatus.CANCELLING
                    && status != GroupStatus.AGGREGATING;
            return waits ? AfterRun.parse(after) : List.of();
        }
    }

    /** Reads many at once. One that cannot be read now is read again by {@link #get}, which then says why. */
    void load(Collection<Name> names) {
        Map<Name, CompletableFuture<List<KeyValue<byte[], byte[]>>>> asked = new LinkedHashMap<>();
        names.stream().filter(name -> !known.containsKey(name)).forEach(name -> asked.computeIfAbsent(name, this::ask));
        asked.forEach((name, answer) -> {
            try {
                known.put(name, waiter(redis(name).await(answer)));
            } catch (RedisUnavailableException away) {
                // why: the others are to be looked at all the same
            }
        });
    }

    Waiter get(Name name) {
        Waiter read = known.get(name);
        if (read == null) {
            read = waiter(redis(name).await(ask(name)));
            known.put(name, read);
        }
        return read;
    }

    /** It has changed since. */
    void forget(Name name) {
        known.remove(name);
    }

    private CompletableFuture<List<KeyValue<byte[], byte[]>>> ask(Name name) {
        RedisQueue redis = redis(name);
        return redis.readLater(commands -> commands.hmget(redis.keys().group(name.group(), "meta"), FIELDS));
    }

    private RedisQueue redis(Name name) {
        return queues.get(name.queue()).of(name.group()).redis();
    }

    private static Waiter waiter(List<KeyValue<byte[], byte[]>> meta) {
        List<Optional<String>> value = meta.stream().map(each -> each.optional().map(Utf8::text)).toList();
        return new Waiter(
                value.get(0).map(GroupStatus::valueOf).orElse(null), number(value.get(1)), value.get(2).orElse(null),
                number(value.get(3)), number(value.get(4)));
    }

    private static long number(Optional<String> field) {
        return field.map(Long::parseLong).orElse(0L);
    }
}
