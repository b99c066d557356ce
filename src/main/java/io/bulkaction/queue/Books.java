package io.bulkaction.queue;

import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.Keys;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import io.lettuce.core.ValueScanCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The counters of a queue and its groups, held against what is there, in small steps while it goes on. */
public final class Books {

    /** Every set that names groups, without the queue's prefix. */
    public static final List<String> GROUP_SETS = List.of(
            "active-groups", "cancelling-groups", "aggregating-groups", "finished-groups", "unsealed-groups",
            "parked-groups", "congested-groups", "fair-queue:high", "fair-queue:normal", "fair-queue:low",
            "groups:CREATED", "groups:DISPATCHED", "groups:RUNNING", "groups:CANCELLING", "groups:AGGREGATING",
            "groups:COMPLETED", "groups:FAILED", "groups:CANCELLED");

    private static final int STEP = 500;

    private final RedisQueue redis;

    Books(RedisQueue redis) {
        this.redis = redis;
    }

    /**
     * The books of a group at one moment.
     *
     * @param status empty when there is no such group
     * @param mark the same twice: no job of the group has moved in between
     * @param wrong what is wrong, in words
     */
    public record Tally(
            String group, String status, String mark, long unfinished, Counted counters, int staged,
            List<String> wrong) {}

    /** Jobs of a group by place. */
    public record Counted(long admitted, long running, long nonReady) {}

    /**
     * @param counted false when there are too many to count at once
     * @param surplus unfinished jobs that the queue's own counters count too many
     * @param wrong groups whose counters are wrong, with their mark and what was counted
     */
    public record Census(boolean counted, long surplus, List<Miscount> wrong) {}

    public record Miscount(String group, String mark, Counted counted) {}

    public List<Tally> tally(Collection<String> groups, boolean fix) {
        Args args = FairOrder.add(new Args(5 + groups.size()).add(prefix()).add(fix), redis.settings())
                .add(redis.now());
        groups.forEach(args::add);
        Reply reply = redis.call(Script.TALLY, args, keys().pace());
        List<Tally> tallies = new ArrayList<>();
        for (int i = 0; i < reply.size(); i += 9) {
            String wrong = reply.text(i + 8);
            tallies.add(new Tally(
                    reply.text(i),
                    reply.text(i + 1),
                    reply.text(i + 2),
                    reply.number(i + 3),
                    new Counted(reply.number(i + 4), reply.number(i + 5), reply.number(i + 6)),
                    reply.count(i + 7),
                    wrong.isEmpty() ? List.of() : List.of(wrong.split(","))));
        }
        return tallies;
    }

    /** @param limit most jobs and groups that are counted at once */
    public Census census(int limit) {
        Args args = new Args(3).add(prefix()).add(limit).add(redis.now());
        Reply reply = redis.call(
                Script.CENSUS,
                args,
                keys().ready(),
                keys().nonReady(),
                keys().inFlight(),
                keys().active(),
                keys().stats());
        if (!reply.text(0).equals("counted")) {
            return new Census(false, 0, List.of());
        }
        List<Miscount> wrong = new ArrayList<>();
        for (int i = 2; i < reply.size(); i += 5) {
            wrong.add(new Miscount(
                    reply.text(i),
                    reply.text(i + 1),
                    new Counted(reply.number(i + 2), reply.number(i + 3), reply.number(i + 4))));
        }
        return new Census(true, reply.number(1), wrong);
    }

    /** False when a job of the group has moved since it was counted. */
    public boolean recount(Miscount miscount) {
        Args args = new Args(9)
                .add(prefix())
                .add(miscount.group())
                .add(miscount.mark())
                .add(miscount.counted().admitted())
                .add(miscount.counted().running())
                .add(miscount.counted().nonReady());
        FairOrder.add(args, redis.settings()).add(redis.now());
        return redis.call(Script.RECOUNT, args, keys().key("group:" + miscount.group() + ":meta"))
                .text(0)
                .equals("recounted");
    }

    /** Makes up for jobs that the queue's own counters count too many, or too few. */
    public void correct(long difference) {
        redis.read(
                commands -> commands.hincrby(keys().stats(), "corrected".getBytes(StandardCharsets.UTF_8), difference));
    }

    /** Hands out the groups that a set names, page by page; some of them twice. */
    public void groupsIn(String set, Consumer<List<String>> pages) {
        byte[] key = keys().key(set);
        boolean plain = "set".equals(redis.read(commands -> commands.type(key)));
        ScanArgs page = ScanArgs.Builder.limit(STEP);
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            ScanCursor from = cursor;
            List<String> groups;
            if (plain) {
                ValueScanCursor<byte[]> read = redis.read(commands -> commands.sscan(key, from, page));
                groups = read.getValues().stream().map(Books::text).toList();
                cursor = read;
            } else {
                ScoredValueScanCursor<byte[]> read = redis.read(commands -> commands.zscan(key, from, page));
                groups = read.getValues().stream().map(value -> text(value.getValue())).toList();
                cursor = read;
            }
            pages.accept(groups);
        } while (!cursor.isFinished());
    }

    /** Leases that ended before a time. */
    public long leasesEndedBefore(long epochMillis) {
        return redis.read(commands -> commands.zcount(
                keys().inFlight(),
                Range.from(
                        Boundary.unbounded(),
                        Boundary.excluding(epochMillis))));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Keys keys() {
        return redis.keys();
    }

    private String prefix() {
        return redis.keys().prefix();
    }
}
