package io.bulkaction.queue;

import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.Keys;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
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

    QueueState(RedisQueue redis) {
        this.redis = redis;
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
                keys.active(),
                keys.ready(),
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
                .thenApply(reply -> Moments.parse(reply.text(1))
                        .map(since -> Duration.ofMillis(Math.max(0, reply.number(0) - since.toEpochMilli()))));
    }

    /** Starts nothing more; what runs goes on to its end. */
    public Paused pause(String reason, String by) {
        Reply reply = redis.call(
                Script.PAUSE,
                new Args(3).add(reason).add(by).add(redis.now()),
                redis.keys().state());
        return new Paused(
                reply.number(0) == 1,
                Instant.ofEpochMilli(reply.number(1)),
                reply.text(2),
                reply.text(3));
    }

    public Resumed resume() {
        Reply reply = redis.call(
                Script.RESUME,
                new Args(1).add(redis.now()),
                redis.keys().state(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher(),
                redis.keys().wakeWorker());
        return new Resumed(reply.number(0) == 1, Instant.ofEpochMilli(reply.number(1)));
    }

    /**
     * @param changed false when the queue was paused before; the rest then tells of that pause
     */
    public record Paused(boolean changed, Instant since, String reason, String by) {}

    /** @param changed false when the queue was not paused */
    public record Resumed(boolean changed, Instant at) {}
}
