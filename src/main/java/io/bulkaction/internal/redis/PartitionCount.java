package io.bulkaction.internal.redis;

import io.bulkaction.GroupStatus;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many partitions a queue has in Redis. With another number groups would be looked for where they are not, so it changes
 * only while the queue has neither jobs to do nor dead letters; what has finished is then forgotten.
 */
public final class PartitionCount {

    private static final Logger log = LoggerFactory.getLogger(PartitionCount.class);
    private static final byte[] COUNT = Utf8.bytes("partitions");
    private static final byte[] CHANGING = Utf8.bytes("changing");
    private static final int SCAN_STEP = 1_000;

    /** What a queue has once and keeps. */
    private static final Set<Key> KEPT = Set.of(Key.STATE, Key.STATS, Key.ALERTS, Key.TASKS, Key.AUDIT);

    private static final Set<GroupStatus> OPEN = Set.of(
            GroupStatus.CREATED, GroupStatus.RUNNING, GroupStatus.CANCELLING, GroupStatus.AGGREGATING);

    private final RedisQueue home;
    private final IntFunction<List<RedisQueue>> partitions;

    /** @param partitions of the queue if it has so many */
    public PartitionCount(RedisQueue home, IntFunction<List<RedisQueue>> partitions) {
        this.home = home;
        this.partitions = partitions;
    }

    /** Throws a {@link RedisStartException} if the queue has another number and cannot change it now. */
    public void verify(int wanted) {
        if (count() != wanted) {
            lock(wanted);
            try {
                change(count(), wanted);
            } finally {
                home.read(commands -> commands.hdel(home.keys().state(), CHANGING));
            }
        }
    }

    private int count() {
        byte[] found = home.read(commands -> commands.hget(home.keys().state(), COUNT));
        return found == null ? 1 : Integer.parseInt(Utf8.text(found));
    }

    private void change(int from, int to) {
        List<RedisQueue> before = partitions.apply(from);
        long open = sum(before, one -> OPEN.stream()
                .map(status -> one.readLater(commands -> commands.zcard(one.keys().groups(status)))));
        long deadLetters = sum(before, one -> Stream.of(
                one.readLater(commands -> commands.zcard(one.keys().deadLetters()))));
        long unsent = sum(before, one -> Stream.of(one.keys().events(), one.keys().callbacks())
                .map(key -> one.readLater(commands -> commands.zcard(key))));
        if (open + deadLetters + unsent > 0) {
            throw new RedisStartException(
                    ("Queue %s has %d partitions in Redis and is to have %d, but %d of its groups are not finished, it has %d"
                            + " dead letters, and %d events and callbacks are still to be sent.")
                            .formatted(home.name(), from, to, open, deadLetters, unsent),
                    "Start it with bulk-action.queues." + home.name() + ".partitions=" + from
                            + ", submit nothing more, let its"
                            + " jobs finish, retry or skip the dead letters, stop all instances, and change the setting then.",
                    null);
        }
        before.forEach(this::empty);
        home.read(commands -> commands.hset(home.keys().state(), COUNT, Utf8.bytes(Integer.toString(to))));
        log.info("queue {} has {} partitions now, before {}", home.name(), to, from);
    }

    /** Removes what is left of groups that have finished. The lifetime counters become those of the queue. */
    private void empty(RedisQueue partition) {
        boolean isHome = partition.keys().prefix().equals(home.keys().prefix());
        Map<byte[], byte[]> stats =
                isHome ? Map.of() : partition.read(commands -> commands.hgetall(partition.keys().stats()));
        ScanArgs keys = ScanArgs.Builder.limit(SCAN_STEP).match(partition.keys().prefix() + "*");
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            ScanCursor from = cursor;
            KeyScanCursor<byte[]> page = partition.read(commands -> commands.scan(from, keys));
            byte[][] found = page.getKeys().stream()
                    .filter(key -> !isHome || !isKept(Utf8.text(key)))
                    .toArray(byte[][]::new);
            if (found.length > 0) {
                partition.read(commands -> commands.unlink(found));
            }
            cursor = page;
        }
        // why last: whoever dies in between loses what was counted, and counts nothing twice
        stats.forEach((field, count) -> home.read(
                commands -> commands.hincrby(home.keys().stats(), field, Long.parseLong(Utf8.text(count)))));
    }

    private boolean isKept(String key) {
        return Key.find(key.substring(home.keys().prefix().length())).filter(KEPT::contains).isPresent();
    }

    /** One instance changes it, so that no other removes jobs that were submitted after the change. */
    private void lock(int wanted) {
        boolean isMine = home.read(commands -> commands.hsetnx(
                home.keys().state(), CHANGING, Utf8.bytes(Long.toString(home.millis()))));
        if (!isMine) {
            throw new RedisStartException(
                    "Another instance is changing the partitions of queue " + home.name() + " to " + wanted + ".",
                    "Start this one again in a moment. If none is starting, remove the field 'changing' of "
                            + home.keys().prefix() + "state in Redis.",
                    null);
        }
    }

    private static long sum(
            List<RedisQueue> partitions,
            Function<RedisQueue, Stream<CompletableFuture<Long>>> questions) {
        return partitions.stream()
                .flatMap(one -> questions.apply(one).toList().stream().map(one::await))
                .mapToLong(Long::longValue)
                .sum();
    }
}
