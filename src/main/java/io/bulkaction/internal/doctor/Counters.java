package io.bulkaction.internal.doctor;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.OpenGroups;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Key;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import io.lettuce.core.ValueScanCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Compares the counters of a queue and its groups with what is there, in small steps while the queue runs. */
public final class Counters {

    /** Every set that names groups, without the queue's prefix. */
    public static final List<String> GROUP_SETS = Key.setsOfGroups();

    private static final int STEP = 500;
    private static final int TENANTS_AT_ONCE = 200;

    private final RedisQueue redis;

    private Counters(RedisQueue redis) {
        this.redis = redis;
    }

    public static Counters of(Partition partition) {
        return new Counters(partition.redis());
    }

    /**
     * The counters of a group at one moment.
     *
     * @param status empty if there is no such group
     * @param fingerprint if it is the same twice, no job of the group has moved in between
     * @param wrong what is wrong, in words
     */
    public record Tally(
            String group, String status, String fingerprint, long unfinished, Counted counters,
            List<String> wrong) {}

    /** Jobs of a group by place. */
    public record Counted(long admitted, long running, long nonReady) {}

    /**
     * @param counted false if there are too many to count at once
     * @param surplus by how many unfinished jobs the queue's own counters are too high
     * @param wrong groups whose counters are wrong, with their fingerprint and what was counted
     */
    public record Census(boolean counted, long surplus, List<Miscount> wrong) {}

    public record Miscount(String group, String fingerprint, Counted counted) {}

    public List<Tally> tally(Collection<String> groups, boolean fix) {
        Args args = FairOrder.add(new Args(5 + groups.size()).add(prefix()).add(fix), redis.settings())
                .add(redis.now());
        groups.forEach(args::add);
        Reply reply = redis.call(Script.TALLY, args, keys().pace());
        List<Tally> tallies = new ArrayList<>();
        for (Reply row : reply.rows()) {
            String wrong = row.text("wrong");
            tallies.add(new Tally(
                    row.text("id"),
                    row.text("status"),
                    row.text("fingerprint"),
                    row.number("unfinished"),
                    counted(row),
                    wrong.isEmpty() ? List.of() : List.of(wrong.split(","))));
        }
        return tallies;
    }

    /**
     * What is wrong with tenants, and with the numbers of groups that the queue keeps because of them.
     *
     * @param counts whether those numbers are right; answered where no tenants are asked for
     * @param wrong by tenant, what is wrong in words
     */
    public record TenantTally(Counts counts, Map<String, String> wrong) {

        public enum Counts {
            RIGHT,
            WRONG,
            TOO_MANY,
            UNASKED
        }
    }

    /** @param tenants as the sets of groups name them, with a slash at the end; none to check the numbers of groups */
    public TenantTally tallyTenants(Collection<String> tenants, boolean fix) {
        Args args = new Args(4 + tenants.size()).add(prefix()).add(fix).add(TENANTS_AT_ONCE).add(redis.now());
        tenants.forEach(args::add);
        Reply reply = redis.call(
                Script.TALLY_TENANTS, args, keys().tenants(), keys().tenantGroups(), keys().limited(),
                keys().rateLimited(), keys().held());
        Map<String, String> wrong = new TreeMap<>();
        reply.rows().stream()
                .filter(row -> !row.text("wrong").isEmpty())
                .forEach(row -> wrong.put(row.text("id"), row.text("wrong")));
        return new TenantTally(
                TenantTally.Counts.valueOf(reply.text("counts").toUpperCase(Locale.ROOT)), wrong);
    }

    /** @param limit how many jobs and groups are counted at most */
    public Census census(int limit) {
        Args args = new Args(2).add(prefix()).add(limit);
        Reply reply = redis.call(
                Script.CENSUS,
                args,
                keys().ready(),
                keys().readyFront(),
                keys().nonReady(),
                keys().inFlight(),
                keys().stats());
        if (!reply.text("answer").equals("counted")) {
            return new Census(false, 0, List.of());
        }
        List<Miscount> wrong = reply.rows().stream()
                .map(row -> new Miscount(row.text("id"), row.text("fingerprint"), counted(row)))
                .toList();
        return new Census(true, reply.number("surplus"), wrong);
    }

    private static Counted counted(Reply row) {
        return new Counted(row.number("admitted"), row.number("running"), row.number("non_ready"));
    }

    /** False if a job of the group has moved since it was counted. */
    public boolean recount(Miscount miscount) {
        Args args = new Args(9)
                .add(prefix())
                .add(miscount.group())
                .add(miscount.fingerprint())
                .add(miscount.counted().admitted())
                .add(miscount.counted().running())
                .add(miscount.counted().nonReady());
        FairOrder.add(args, redis.settings()).add(redis.now());
        return redis.call(Script.RECOUNT, args, keys().key("group:" + miscount.group() + ":meta"))
                .text("answer")
                .equals("recounted");
    }

    /** Corrects the queue's own counters by a number of jobs. */
    public void correct(long difference) {
        redis.read(
                commands -> commands.hincrby(keys().stats(), Utf8.bytes("corrected"), difference));
    }

    /** Passes on the groups whose run is not over, page by page. */
    public void openGroups(Consumer<List<String>> pages) {
        OpenGroups.STATUSES.forEach(status -> groupsIn(Keys.groupsOf(status), pages));
    }

    /** The sets in which groups of a tenant wait, without the queue's prefix. */
    static List<String> rings(String tenant) {
        return Stream.of(PriorityLevel.values())
                .map(level -> "tenant:" + tenant.substring(0, tenant.length() - 1) + ":"
                        + level.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Passes on the groups that a set names, page by page; some of them may come twice. */
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
                groups = read.getValues().stream().map(Utf8::text).toList();
                cursor = read;
            } else {
                ScoredValueScanCursor<byte[]> read = redis.read(commands -> commands.zscan(key, from, page));
                groups = read.getValues().stream().map(value -> Utf8.text(value.getValue())).toList();
                cursor = read;
            }
            pages.accept(groups);
        } while (!cursor.isFinished());
    }

    /** @return those of these entries of the index of labels whose group has no such label */
    List<String> wrongLabels(List<String> entries, boolean fix) {
        Args args = new Args(2 + entries.size()).add(prefix()).add(fix);
        entries.forEach(args::add);
        return redis.call(Script.CHECK_LABELS, args, keys().labels()).texts();
    }

    /** How many leases ran out before a given time. */
    public long leasesEndedBefore(long epochMillis) {
        return redis.read(commands -> commands.zcount(
                keys().inFlight(),
                Range.from(
                        Boundary.unbounded(),
                        Boundary.excluding(epochMillis))));
    }

    private Keys keys() {
        return redis.keys();
    }

    private String prefix() {
        return redis.keys().prefix();
    }
}
