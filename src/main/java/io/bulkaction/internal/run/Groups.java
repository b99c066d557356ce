package io.bulkaction.internal.run;

import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Recent;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.MergedSets;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Steps;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The groups of a queue: the state of each, and what can be done to a whole group. */
public final class Groups {

    /** Jobs one step of a cancellation looks at: a few milliseconds of Redis. */
    static final int STEP = 200;

    /** Pieces of 5,000 jobs, so a group may have ten million. */
    private static final int MAX_SEARCHES = 2_000;

    private final Queue queue;
    private final RunResults results;
    private final Notes noted;

    private Groups(Queue queue) {
        this.queue = queue;
        this.results = new RunResults(queue);
        this.noted = new Notes(queue, results);
    }

    public static Groups of(Queue queue) {
        return new Groups(queue);
    }

    /** What runs leave behind. */
    public RunResults results() {
        return results;
    }

    /** Events and callbacks of runs that ended. */
    public Notes noted() {
        return noted;
    }

    /** One call, as cheap for a group of a million jobs as for one of ten. */
    public Optional<GroupState> state(GroupId group) {
        return states(List.of(group)).stream().findFirst();
    }

    /** Who created the group; empty if nobody is known. */
    Optional<GroupOwner> owner(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        List<KeyValue<byte[], byte[]>> owner = redis.read(commands -> commands.hmget(
                redis.keys().group(group, "meta"), Utf8.bytes("owner"), Utf8.bytes("ownerGroups")));
        return owner.getFirst().hasValue()
                ? Optional.of(new GroupOwner(
                        Utf8.text(owner.getFirst().getValue()),
                        owner.getLast().map(Utf8::text).getValueOrElse("")))
                : Optional.empty();
    }

    /** In the order asked for; unknown groups are left out. */
    public List<GroupState> states(List<GroupId> groups) {
        Map<GroupId, GroupState> found = new HashMap<>();
        queue.byPartition(groups, group -> group).forEach((partition, some) -> Steps.of(some, STEP).stream()
                .flatMap(step -> states(partition.redis(), step).stream())
                .forEach(state -> found.put(state.group(), state)));
        List<GroupState> states = groups.stream().map(found::get).filter(Objects::nonNull).toList();
        return queue.isPartitioned() ? ofTheWholeQueue(states) : states;
    }

    /** A partition knows only what ended in itself. What ended in one that is away is left out: its groups are, too. */
    private List<GroupState> ofTheWholeQueue(List<GroupState> states) {
        List<CompletableFuture<byte[]>> asked = queue.redis().stream()
                .map(redis -> redis.readLater(commands -> commands.hget(redis.keys().pace(), Utf8.bytes("ended")))
                        .exceptionally(away -> null))
                .toList();
        Recent all = asked.stream()
                .map(queue.home().redis()::await)
                .filter(Objects::nonNull)
                .map(ended -> Recent.parse(Utf8.text(ended)))
                .reduce(Recent.NONE, Recent::plus);
        return states.stream().map(state -> state.in(all)).toList();
    }

    private static List<GroupState> states(RedisQueue redis, List<GroupId> groups) {
        Args args = new Args(2 + groups.size()).add(redis.keys().prefix()).add(redis.now());
        groups.forEach(group -> args.add(group.value()));
        Reply reply = redis.call(Script.PROGRESS, args, redis.keys().state(), redis.keys().pace());
        List<Reply> rows = reply.rows();
        return IntStream.range(0, groups.size())
                .mapToObj(i -> GroupState.of(groups.get(i), reply, rows.get(i)))
                .filter(Objects::nonNull)
                .toList();
    }

    /** How many groups are in each status. */
    public Map<GroupStatus, Long> perStatus() {
        Map<GroupStatus, CompletableFuture<Long>> answers = new EnumMap<>(GroupStatus.class);
        for (GroupStatus status : GroupStatus.values()) {
            for (RedisQueue redis : queue.redis()) {
                answers.merge(
                        status,
                        redis.readLater(commands -> commands.zcard(redis.keys().groups(status))),
                        (one, other) -> one.thenCombine(other, Long::sum));
            }
        }
        Map<GroupStatus, Long> counts = new EnumMap<>(GroupStatus.class);
        answers.forEach((status, answer) -> counts.put(status, queue.home().redis().await(answer)));
        return counts;
    }

    /** Groups of one status, the latest to reach it first. */
    public List<GroupId> inStatus(GroupStatus status, long from, int count) {
        return new MergedSets(queue.redis(), keys -> keys.groups(status)).page(from, count).stream()
                .map(entry -> new GroupId(entry.member()))
                .toList();
    }

    /** Groups whose last run ended since a time, the latest first. */
    public List<GroupId> finishedSince(Instant since, int count) {
        Range<Long> late = Range.from(Range.Boundary.including(since.toEpochMilli()), Range.Boundary.unbounded());
        return queue.redis().stream()
                .flatMap(redis -> redis.read(commands -> commands.zrevrangebyscore(
                        redis.keys().finished(), late, Limit.from(count))).stream())
                .limit(count)
                .map(id -> new GroupId(Utf8.text(id)))
                .toList();
    }

    /** @param limit of groups, of tenants and of labels */
    public SearchHits search(String text, int limit) {
        return new GroupSearch(queue).find(text, limit);
    }

    WaitingGroups waiting(PriorityLevel level) {
        return new WaitingGroups(queue, level);
    }

    /** Groups whose run is not sealed although nothing was added to it for that long; oldest first. */
    public List<GroupId> unsealedFor(Duration idle, int limit) {
        return queue.redis().stream().flatMap(redis -> {
            Range<Long> old = Range.create(0L, redis.millis() - idle.toMillis());
            return redis.read(
                    commands -> commands.zrangebyscore(redis.keys().unsealed(), old, Limit.from(limit))).stream();
        }).limit(limit).map(Utf8::text).map(GroupId::new).toList();
    }

    public Sealing seal(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        Args args = new Args(5).add(redis.keys().prefix()).add(group.value());
        Reply reply = redis.await(redis.callReplicated(
                Script.SEAL,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().group(group, "meta"),
                redis.keys().unsealed()));
        return Sealing.valueOf(reply.text("answer").toUpperCase(Locale.ROOT));
    }

    /** The group's own limits, its weight and its level; empty when there is no such group. */
    public Optional<Limited> limits(GroupId group) {
        return limit(group, GroupLimits.KEEP);
    }

    /** On behalf of somebody who is kept to no groups: what it sets binds whoever is. */
    public Optional<Limited> limit(GroupId group, GroupLimits limits) {
        return limit(group, limits, null, false);
    }

    /**
     * Changes the group's own limits; if it was parked by the old ones, it is served again at once.
     *
     * @param level where it waits from now on, with the time that it has waited; null: where it does
     * @param isKept whether who wants it is kept to some groups
     * @throws BeyondBoundsException when it is more than others have set
     */
    public Optional<Limited> limit(
            GroupId group, GroupLimits limits, @Nullable PriorityLevel level, boolean isKept) {
        RedisQueue redis = queue.of(group).redis();
        double configured = redis.settings().fairQueue().weightOf(group.value());
        Args args = new Args(10)
                .add(redis.keys().prefix())
                .add(group.value())
                .add(limits.maxRps() == null ? null : limits.maxRps().toString())
                .add(limits.maxConcurrency() == null ? null : limits.maxConcurrency().toString())
                .add(limits.weight() == null ? null : limits.weight().toString())
                .add(limits.sendingWindow())
                .add(level == null ? null : level.name().toLowerCase(Locale.ROOT))
                .add(isKept ? mostWeight(configured) : null);
        Reply reply = redis.call(
                Script.LIMIT,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().group(group, "meta"),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher());
        queue.signals().work(queue.of(group).number());
        return limited(reply, configured).map(found -> found.on(reply.text("level")));
    }

    static Optional<Limited> limited(Reply reply, double configuredWeight) {
        return switch (reply.text("answer")) {
            case "missing" -> Optional.empty();
            case "beyond" -> throw BeyondBoundsException.of(reply);
            default -> Optional.of(Limited.of(reply, weight(reply, configuredWeight)));
        };
    }

    /** A higher one would put its groups before those of others. */
    static String mostWeight(double configured) {
        return Double.toString(Math.max(configured, GroupLimits.DEFAULT_WEIGHT));
    }

    /**
     * Nothing of the group starts any more; what runs continues to its end. Empty when there is no such group.
     *
     * @throws GroupEndedException when its run has ended or is being cancelled
     */
    public Optional<GroupPause> pause(GroupId group, String reason, String by) {
        RedisQueue redis = queue.of(group).redis();
        Args args = new Args(6).add(redis.keys().prefix()).add(group.value()).add(reason).add(by);
        Reply reply = redis.call(
                Script.PAUSE_GROUP,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().group(group, "meta"));
        return switch (reply.text("answer")) {
            case "missing" -> Optional.empty();
            case "ended" -> throw new GroupEndedException(group);
            default -> Optional.of(new GroupPause(
                    reply.text("answer").equals("paused"), Instant.ofEpochMilli(reply.number("paused_at")),
                    reply.text("reason"), reply.text("by")));
        };
    }

    /** @return whether it was paused; empty when there is no such group */
    public Optional<Boolean> resume(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        Reply reply = redis.call(
                Script.RESUME_GROUP,
                FairOrder.add(new Args(4).add(redis.keys().prefix()).add(group.value()), redis.settings())
                        .add(redis.now()),
                redis.keys().group(group, "meta"),
                redis.keys().wakeFetcher(),
                redis.keys().wakeWorker(),
                redis.keys().wakeDispatcher());
        queue.signals().changed(queue.of(group).number());
        return Optional.of(reply.text("answer")).filter(answer -> !answer.equals("missing"))
                .map(answer -> answer.equals("resumed"));
    }

    /** Cancels one job wherever it waits, or has it interrupted. Empty when there is no such job. */
    public Optional<JobCancellation> cancel(JobName job) {
        RedisQueue redis = queue.of(job.group()).redis();
        long searched = 0;
        for (int call = 0; call < MAX_SEARCHES; call++) {
            Args args = new Args(6).add(redis.keys().prefix()).add(job.toString()).add(searched)
                    .add(redis.settings().retention().completedJobs());
            Reply reply = redis.call(
                    Script.CANCEL_JOB,
                    FairOrder.add(args, redis.settings()).add(redis.now()),
                    redis.keys().cancellingJobs(),
                    redis.keys().claims());
            String answer = reply.text("answer");
            if (answer.equals("missing")) {
                return Optional.empty();
            }
            if (!answer.equals("searching")) {
                return Optional.of(new JobCancellation(
                        !answer.equals("unchanged"), JobStatus.valueOf(reply.text("status"))));
            }
            searched = reply.number("searched");
        }
        throw new IllegalStateException("job " + job + " is in no place: let the doctor look at queue " + redis.name());
    }

    /** Null where there is none. */
    static @Nullable String window(Reply reply) {
        String name = reply.text("sending_window");
        return name.equals(GroupLimits.NO_WINDOW) ? null : name;
    }

    static double weight(Reply reply, double unlessItHasOne) {
        String own = reply.text("weight");
        return own.isEmpty() ? unlessItHasOne : Double.parseDouble(own);
    }

    /**
     * One step of a cancellation; the first marks the group. To be repeated until nothing is left.
     *
     * @param before the step before, null for the first
     * @param candidates jobs of the group that were seen in Non-ready
     */
    public CancelStep cancel(GroupId group, String reason, @Nullable CancelStep before, List<JobName> candidates) {
        RedisQueue redis = queue.of(group).redis();
        Args args = new Args(10 + candidates.size())
                .add(redis.keys().prefix())
                .add(group.value())
                .add(before == null ? "" : Long.toString(before.run()))
                .add(STEP)
                .add(reason)
                .add(before == null ? 0 : before.readySeen())
                .add(redis.settings().retention().completedJobs());
        FairOrder.add(args, redis.settings()).add(redis.now());
        candidates.forEach(job -> args.add(job.toString()));
        return CancelStep.of(redis.call(
                Script.CANCEL,
                args,
                redis.keys().ready(),
                redis.keys().readyFront(),
                redis.keys().nonReady(),
                redis.keys().cancelling(),
                redis.keys().unsealed()));
    }

    /** Walks through Non-ready in pieces and finds the jobs of one group. */
    public NonReadyPiece nonReady(GroupId group, String cursor) {
        RedisQueue redis = queue.of(group).redis();
        ScanArgs ofGroup = ScanArgs.Builder.limit(STEP).match(group.value() + JobName.SEPARATOR + "*");
        ScoredValueScanCursor<byte[]> piece = redis.read(commands -> commands.zscan(
                redis.keys().nonReady(), ScanCursor.of(cursor), ofGroup));
        List<JobName> jobs =
                piece.getValues().stream().map(entry -> JobName.parse(Utf8.text(entry.getValue()))).toList();
        return new NonReadyPiece(jobs, piece.getCursor(), piece.isFinished());
    }

    /** Removes a few groups that finished longer ago than their retention. @return how many it looked at in a partition at most */
    public int forget(int limit) {
        int[] most = {0};
        queue.forEachInTurn(partition -> most[0] = Math.max(most[0], forget(partition.redis(), limit)));
        return most[0];
    }

    private static int forget(RedisQueue redis, int limit) {
        Args args = new Args(4)
                .add(redis.keys().prefix())
                .add(limit)
                .add(redis.settings().retention().finishedGroups())
                .add(redis.now());
        return redis.call(
                Script.FORGET, args, redis.keys().finished(), redis.keys().events(), redis.keys().callbacks())
                .count("looked_at");
    }

    /** What sealing found. */
    public enum Sealing {
        SEALED,
        /** The run had ended before. */
        FINISHED,
        MISSING
    }

    /**
     * @param limits that apply now, 0 = none; {@code changed} is false if all were the same before
     * @param level of a group; null of a tenant, which has none
     */
    public record Limited(boolean changed, GroupLimits limits, @Nullable PriorityLevel level) {

        static Limited of(Reply reply, double weight) {
            return new Limited(
                    reply.text("answer").equals("changed"),
                    new GroupLimits(
                            Double.valueOf(reply.text("max_rps")),
                            Integer.valueOf(reply.text("max_concurrency")),
                            weight,
                            window(reply)),
                    null);
        }

        private Limited on(String of) {
            return new Limited(changed, limits, PriorityLevel.valueOf(of.toUpperCase(Locale.ROOT)));
        }
    }

    /** @param cursor where the next piece begins, unless this was the last */
    public record NonReadyPiece(List<JobName> jobs, String cursor, boolean last) {}
}
