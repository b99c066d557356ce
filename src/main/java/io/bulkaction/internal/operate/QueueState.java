package io.bulkaction.internal.operate;

import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Whether a queue runs, and how it stands. */
public final class QueueState {

    /** Of each status: some hundred microseconds of Redis. */
    private static final int GROUPS_LOOKED_AT = 50;

    private final RedisQueue redis;

    private QueueState(RedisQueue redis) {
        this.redis = redis;
    }

    public static QueueState of(Queue queue) {
        return new QueueState(queue.redis());
    }

    /** One round trip and a few microseconds of Redis, whatever the number of jobs. */
    public Survey survey() {
        return redis.await(surveyLater());
    }

    /** Asks all of them before it waits for the first, so that many queues cost hardly more time than one. */
    public static List<Survey> surveys(List<QueueState> states) {
        List<CompletableFuture<Survey>> asked = states.stream().map(QueueState::surveyLater).toList();
        return IntStream.range(0, states.size())
                .mapToObj(i -> states.get(i).redis.await(asked.get(i)))
                .toList();
    }

    private CompletableFuture<Survey> surveyLater() {
        Keys keys = redis.keys();
        Duration recent = redis.settings().alerts().deadLettersWithin();
        return redis.callLater(
                Script.SURVEY,
                new Args(2).add(recent).add(redis.now()),
                keys.fairQueue(PriorityLevel.HIGH),
                keys.fairQueue(PriorityLevel.NORMAL),
                keys.fairQueue(PriorityLevel.LOW),
                keys.parked(),
                keys.rateLimited(),
                keys.active(),
                keys.ready(),
                keys.readyFront(),
                keys.nonReady(),
                keys.inFlight(),
                keys.deadLetters(),
                keys.state(),
                keys.stats(),
                keys.instances(),
                keys.alerts())
                .thenApply(reply -> Survey.of(reply, redis.settings().reliability().lease()));
    }

    /**
     * How long the job that waits longest for its turn has waited; empty when none waits. Looks at a bounded number of
     * groups, those that have waited or run longest, so that it costs the same with a hundred thousand of them.
     */
    public Optional<Duration> oldestWait() {
        return redis.await(oldestWaitLater());
    }

    /** Of many queues, asked together. */
    public static List<Optional<Duration>> oldestWaits(List<QueueState> states) {
        List<CompletableFuture<Optional<Duration>>> asked =
                states.stream().map(QueueState::oldestWaitLater).toList();
        return IntStream.range(0, states.size())
                .mapToObj(i -> states.get(i).redis.await(asked.get(i)))
                .toList();
    }

    private CompletableFuture<Optional<Duration>> oldestWaitLater() {
        Keys keys = redis.keys();
        return redis.callLater(
                Script.OLDEST,
                new Args(3).add(keys.prefix()).add(GROUPS_LOOKED_AT).add(redis.now()),
                keys.groups(GroupStatus.CREATED),
                keys.groups(GroupStatus.DISPATCHED),
                keys.groups(GroupStatus.RUNNING),
                keys.ready())
                .thenApply(reply -> Moments.parse(reply.text("created_at"))
                        .map(since -> Duration.ofMillis(Math.max(0, reply.number("now") - since.toEpochMilli()))));
    }

    /** Starts nothing more; what runs goes on to its end. */
    public Paused pause(String reason, String by) {
        Reply reply = redis.call(
                Script.PAUSE,
                new Args(3).add(reason).add(by).add(redis.now()),
                redis.keys().state());
        return new Paused(
                reply.flag("changed"),
                Instant.ofEpochMilli(reply.number("paused_at")),
                reply.text("reason"),
                reply.text("by"));
    }

    public Resumed resume() {
        Reply reply = redis.call(
                Script.RESUME,
                new Args(1).add(redis.now()),
                redis.keys().state(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher(),
                redis.keys().wakeWorker());
        return new Resumed(reply.flag("changed"), Instant.ofEpochMilli(reply.number("resumed_at")));
    }

    /**
     * @param changed false when the queue was paused before; the rest then tells of that pause
     */
    public record Paused(boolean changed, Instant since, String reason, String by) {}

    /** @param changed false when the queue was not paused */
    public record Resumed(boolean changed, Instant at) {}
}
