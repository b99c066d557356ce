package io.bulkaction.internal.operate;

import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the status of a queue, pauses and resumes it. */
public final class QueueControl {

    /** Groups of each status in which the oldest job is searched: some hundred microseconds of Redis. */
    private static final int GROUPS_SEARCHED = 50;

    private final Queue queue;

    private QueueControl(Queue queue) {
        this.queue = queue;
    }

    public static QueueControl of(Queue queue) {
        return new QueueControl(queue);
    }

    /** One round trip and a few microseconds of Redis, whatever the number of jobs. Leaves out the longest wait. */
    public QueueStatus survey() {
        return surveys(List.of(queue), 0).getFirst();
    }

    /** Of one partition alone. */
    public static QueueStatus survey(Partition partition) {
        return partition.redis().await(surveyLater(partition.redis(), 0));
    }

    /** Sends all calls before it waits for the first answer, so that many queues take hardly longer than one. */
    public static List<QueueStatus> surveys(Collection<Queue> queues) {
        return surveys(queues, 0);
    }

    /** With the longest wait, which costs more; for people, not for loops. */
    public QueueStatus fullSurvey() {
        return surveys(List.of(queue), GROUPS_SEARCHED).getFirst();
    }

    public static List<QueueStatus> fullSurveys(Collection<Queue> queues) {
        return surveys(queues, GROUPS_SEARCHED);
    }

    private static List<QueueStatus> surveys(Collection<Queue> queues, int groupsSearched) {
        return ask(queues, groupsSearched).stream().map(Asked::answer).toList();
    }

    private static List<Asked> ask(Collection<Queue> queues, int groupsSearched) {
        return queues.stream()
                .map(queue -> new Asked(
                        queue,
                        queue.redis().stream().map(redis -> surveyLater(redis, groupsSearched)).toList(),
                        queue.limiter().map(limiter -> limiter.usedLater())))
                .toList();
    }

    /**
     * How a queue stands, as far as it can be reached.
     *
     * @param status empty if a partition is away: what it has is not known
     * @param away partitions that did not answer
     * @param reason why not; empty if all did
     */
    public record Look(Queue queue, Optional<QueueStatus> status, List<Integer> away, String reason) {

        public boolean isComplete() {
            return status.isPresent();
        }

        /** Whether the home partition can be reached, which has what a queue has once. */
        public boolean hasHome() {
            return !away.contains(0);
        }
    }

    /** The same where some of it may be away. */
    public static List<Look> looks(Collection<Queue> queues) {
        return ask(queues, 0).stream().map(Asked::look).toList();
    }

    private record Asked(
            Queue queue, List<CompletableFuture<QueueStatus>> parts, Optional<CompletableFuture<Ledger.Used>> used) {

        QueueStatus answer() {
            RedisQueue redis = queue.home().redis();
            QueueStatus status = QueueStatus.together(parts.stream().map(redis::await).toList());
            try {
                return used.map(answer -> status.limitedBy(redis.await(answer))).orElse(status);
            } catch (RedisUnavailableException limiterAway) {
                return status; // what the queue itself has is known all the same
            }
        }

        Look look() {
            List<Integer> away = new ArrayList<>();
            String reason = "";
            for (int i = 0; i < parts.size(); i++) {
                try {
                    queue.home().redis().await(parts.get(i));
                } catch (RedisUnavailableException unreachable) {
                    away.add(i);
                    reason = String.valueOf(unreachable.getCause());
                }
            }
            return new Look(queue, away.isEmpty() ? Optional.of(answer()) : Optional.empty(), away, reason);
        }
    }

    private static CompletableFuture<QueueStatus> surveyLater(RedisQueue redis, int groupsSearched) {
        Keys keys = redis.keys();
        return redis.callLater(
                Script.SURVEY,
                new Args(5)
                        .add(keys.prefix())
                        .add(redis.settings().alerts().deadLettersWithin())
                        .add(groupsSearched)
                        .add(redis.settings().sendingWindow())
                        .add(redis.now()),
                keys.fairQueue(PriorityLevel.HIGH),
                keys.fairQueue(PriorityLevel.NORMAL),
                keys.fairQueue(PriorityLevel.LOW),
                keys.parked(),
                keys.rateLimited(),
                keys.ready(),
                keys.readyFront(),
                keys.nonReady(),
                keys.inFlight(),
                keys.deadLetters(),
                keys.state(),
                keys.stats(),
                keys.instances(),
                keys.alerts(),
                keys.groups(GroupStatus.CREATED),
                keys.groups(GroupStatus.RUNNING),
                keys.groups(GroupStatus.CANCELLING),
                keys.tenantGroups(),
                keys.pace(),
                keys.unsealed(),
                keys.held(),
                keys.unknownTypes(),
                keys.scheduled(),
                keys.afterGroups())
                .thenApply(reply -> QueueStatus.of(redis.name(), redis.settings().reliability().lease(), reply));
    }

    /** Starts nothing more; what runs continues to its end. */
    public Paused pause(String reason, String by) {
        Reply reply = decide(redis -> redis.call(
                Script.PAUSE,
                new Args(3).add(reason).add(by).add(redis.now()),
                redis.keys().state()));
        return new Paused(
                reply.flag("changed"),
                Instant.ofEpochMilli(reply.number("paused_at")),
                reply.text("reason"),
                reply.text("by"));
    }

    public Resumed resume() {
        Reply reply = decide(redis -> redis.call(
                Script.RESUME,
                new Args(1).add(redis.now()),
                redis.keys().state(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher(),
                redis.keys().wakeWorker()));
        queue.signals().workEverywhere();
        return new Resumed(reply.flag("changed"), Instant.ofEpochMilli(reply.number("resumed_at")));
    }

    /**
     * In the home partition, or the first one that can be reached, and then everywhere. Before that all come to know the latest:
     * what is decided must be newer.
     */
    private Reply decide(Function<RedisQueue, Reply> decision) {
        queue.pauses().settle();
        Reply reply = inTheFirst(decision);
        queue.pauses().settleEverywhere();
        return reply;
    }

    private Reply inTheFirst(Function<RedisQueue, Reply> decision) {
        @Nullable
        RedisUnavailableException away = null;
        for (RedisQueue redis : queue.redis()) {
            try {
                return decision.apply(redis);
            } catch (RedisUnavailableException failed) {
                away = away == null ? failed : away;
            }
        }
        throw Objects.requireNonNull(away);
    }

    /** Sets limits for all instances; what is null stays as it is. */
    public Tuned tune(RuntimeLimits limits) {
        return tune(false, limits);
    }

    /** From now on the settings of the instances count again. */
    public Tuned untune() {
        return tune(true, RuntimeLimits.NONE);
    }

    /** Gives all partitions the sending window of the home partition: whoever set it may have died halfway. */
    public void copyWindow() {
        byte[] field = Utf8.bytes("sendingWindow");
        List<CompletableFuture<Optional<String>>> asked = queue.redis().stream()
                .map(redis -> redis.readLater(commands -> commands.hget(redis.keys().state(), field))
                        .thenApply(name -> Optional.ofNullable(name).map(Utf8::text)))
                .toList();
        List<Optional<String>> known = asked.stream().map(queue.home().redis()::await).toList();
        for (int i = 1; i < known.size(); i++) {
            if (!known.get(i).equals(known.getFirst())) {
                String name = known.getFirst().orElse(null);
                tune(queue.redis().get(i), name == null, new RuntimeLimits(null, null, null, name));
            }
        }
    }

    /** A sending window in every partition; all else needs the home partition alone, or there is no other. */
    private Tuned tune(boolean reset, RuntimeLimits limits) {
        Tuned tuned = tune(queue.home().redis(), reset, limits);
        queue.redis().stream().skip(1).forEach(redis -> tune(redis, reset, limits.windowOnly()));
        queue.signals().workEverywhere();
        return tuned;
    }

    private static Tuned tune(RedisQueue redis, boolean reset, RuntimeLimits limits) {
        Reply reply = redis.call(
                Script.TUNE,
                new Args(5)
                        .add(reset)
                        .add(limits.globalRps() == null ? null : limits.globalRps().toString())
                        .add(limits.maxConcurrency() == null ? null : limits.maxConcurrency().toString())
                        .add(limits.workers() == null ? null : limits.workers().toString())
                        .add(limits.sendingWindow()),
                redis.keys().state(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeWorker());
        return new Tuned(reply.flag("changed"), RuntimeLimits.of(reply));
    }

    /** @param limits that are set now; {@code changed} is false if they were the same before */
    public record Tuned(boolean changed, RuntimeLimits limits) {}

    /** @param changed false if the queue was paused before; the other values are then those of that pause */
    public record Paused(boolean changed, Instant since, String reason, String by) {}

    /** @param changed false if the queue was not paused */
    public record Resumed(boolean changed, Instant at) {}
}
