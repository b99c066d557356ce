package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.ReadyQueue.Claimed;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import io.bulkaction.settings.QueueSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Where jobs wait for their turn: three levels of groups, ordered by who has waited longest. */
public final class FairQueue {

    private final RedisQueue redis;
    private final ClaimIds claimIds;
    private volatile EarlyFetch early = EarlyFetch.NONE;

    FairQueue(RedisQueue redis, ClaimIds claimIds) {
        this.redis = redis;
        this.claimIds = claimIds;
    }

    /** Adds a batch to one group; a batch whose reply was lost may be sent again. */
    public CompletableFuture<Enqueued> enqueue(EnqueueBatch batch) {
        EarlyFetch behind = early;
        int workers = behind.promise();
        CompletableFuture<Reply> answer;
        try {
            answer = enqueue(batch, workers > 0);
        } catch (RuntimeException | Error failure) {
            if (workers > 0) {
                behind.withdraw();
            }
            throw failure;
        }
        if (workers > 0) {
            wakeIfBehind(answer, behind.fetch(workers));
        }
        return answer
                .thenApply(reply -> Enqueued.of(batch.group(), reply))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(RedisFullException.orItself(failure)));
    }

    private CompletableFuture<Reply> enqueue(EnqueueBatch batch, boolean fetchedBehind) {
        Args args = new Args(14 + 2 * batch.jobs().size())
                .add(redis.keys().prefix())
                .add(batch.group().value())
                .add(batch.level() == null ? null : batch.level().key())
                .add(text(batch.basePriority()))
                .add(batch.processorType())
                .add(batch.seal())
                .add(text(batch.limits().maxRps()))
                .add(text(batch.limits().maxConcurrency()))
                .add(batch.callback());
        order(args).add(batch.trace()).add(fetchedBehind).add(redis.now());
        for (EnqueueBatch.Entry job : batch.jobs()) {
            args.add(job.id().value()).add(job.payload());
        }
        return redis.callLater(
                Script.ENQUEUE,
                args,
                redis.keys().pace(),
                redis.keys().stats(),
                redis.keys().active(),
                redis.keys().aggregating(),
                redis.keys().wakeFetcher(),
                redis.keys().unsealed());
    }

    /** @param fetch done for idle workers of this process behind each of its enqueues */
    public void behindEnqueue(EarlyFetch fetch) {
        early = fetch;
    }

    /** Where Redis had to be sent the enqueue's script first, the fetch has come before the jobs. */
    private void wakeIfBehind(CompletableFuture<Reply> enqueue, CompletableFuture<?> fetch) {
        enqueue.thenRun(() -> {
            if (fetch.isDone()) {
                redis.wake(redis.keys().wakeFetcher());
            }
        });
    }

    /** Serves the fair queue: moves the next jobs, in fair order and within the rate limit, to Ready. */
    public Fetched fetch(int limit, int minDepth) {
        return redis.await(fetchLater(limit, minDepth, 0, false));
    }

    /**
     * The same without waiting for the answer.
     *
     * @param claimLimit how many of what this brings are claimed at once
     * @param early nobody was woken for the work: whoever waits is woken for what this leaves
     */
    public CompletableFuture<Fetched> fetchLater(int limit, int minDepth, int claimLimit, boolean early) {
        QueueSettings.Backpressure pressure = redis.settings().backpressure();
        QueueSettings.Congestion congestion = redis.settings().congestion();
        Args args = ReadyRoom.add(new Args(24).add(redis.keys().prefix()), limit, minDepth, redis.settings())
                .add(pressure.maxStagedPerGroup());
        order(caps(args))
                .add(redis.settings().fairQueue().roundTime())
                .add(congestion.enabled())
                .add(congestion.baseBackoff())
                .add(congestion.enabled() ? congestion.maxBackoff() : pressure.maxBackoff())
                .add(pressure.defaultBackoff())
                .add(congestion.statsRetention())
                .add(early);
        String claimId = claimIds.next();
        long askedNanos = System.nanoTime();
        ReadyQueue.terms(args.add(claimLimit), claimId, redis.settings()).add(redis.now());
        return redis.callLater(
                Script.FETCH,
                args,
                redis.keys().fairQueue(PriorityLevel.HIGH),
                redis.keys().fairQueue(PriorityLevel.NORMAL),
                redis.keys().fairQueue(PriorityLevel.LOW),
                redis.keys().parked(),
                redis.keys().active(),
                redis.keys().ready(),
                redis.keys().nonReady(),
                redis.keys().pace(),
                redis.keys().state(),
                redis.keys().wakeWorker(),
                redis.keys().wakeDispatcher(),
                redis.keys().wakeFetcher(),
                redis.keys().inFlight())
                .thenApply(reply -> Fetched.of(redis.name(), claimId, reply, askedNanos));
    }

    /** The next picks in fair order, as if there were tokens for all of them. Changes nothing. */
    public List<Pick> peek(int limit) {
        Args args = order(caps(new Args(7).add(redis.keys().prefix()).add(limit))).add(redis.now());
        Reply reply = redis.call(
                Script.PEEK,
                args,
                redis.keys().fairQueue(PriorityLevel.HIGH),
                redis.keys().fairQueue(PriorityLevel.NORMAL),
                redis.keys().fairQueue(PriorityLevel.LOW),
                redis.keys().parked(),
                redis.keys().pace());
        return IntStream.range(0, reply.size() / 2)
                .mapToObj(i -> new Pick(new GroupId(reply.text(2 * i)), new JobId(reply.text(2 * i + 1))))
                .toList();
    }

    public long pendingCount(GroupId group) {
        return redis.read(commands -> commands.llen(redis.keys().group(group, "jobs")));
    }

    public LargestGroups largestGroups(int most) {
        return new LargestGroups(redis, most);
    }

    /** How many groups wait for their turn; parked ones are not among them. */
    public Map<PriorityLevel, Long> groupsPerLevel() {
        Map<PriorityLevel, CompletableFuture<Long>> answers = new EnumMap<>(PriorityLevel.class);
        for (PriorityLevel level : PriorityLevel.values()) {
            answers.put(level, redis.readLater(commands -> commands.zcard(redis.keys().fairQueue(level))));
        }
        Map<PriorityLevel, Long> counts = new EnumMap<>(PriorityLevel.class);
        answers.forEach((level, answer) -> counts.put(level, redis.await(answer)));
        return counts;
    }

    /** The group that is served next on the highest level that has any. */
    public Optional<GroupId> oldestWaiting() {
        for (PriorityLevel level : PriorityLevel.values()) {
            List<byte[]> first = redis.read(commands -> commands.zrevrange(redis.keys().fairQueue(level), 0, 0));
            if (!first.isEmpty()) {
                return Optional.of(new GroupId(new String(first.getFirst(), StandardCharsets.UTF_8)));
            }
        }
        return Optional.empty();
    }

    private Args caps(Args args) {
        QueueSettings.WorkerPool pool = redis.settings().workerPool();
        return args.add(pool.maxConcurrencyPerGroup()).add(pool.ordered());
    }

    private Args order(Args args) {
        return FairOrder.add(args, redis.settings());
    }

    private static String text(@org.jspecify.annotations.Nullable Number value) {
        return value == null ? "" : value.toString();
    }

    /** One serve of the fair queue. */
    public record Pick(GroupId group, JobId job) {}

    /** Why a fetch stopped. */
    public enum Stop {
        PAUSED,
        /** Due jobs of Non-ready go first. */
        DISPATCH,
        /** Ready is at its working depth. */
        FULL,
        /** The window's tokens are gone. */
        WINDOW,
        /** There is more for the next batch. */
        MORE,
        EMPTY
    }

    /**
     * What a fetch did.
     *
     * @param waitFor when to come back; empty when only an event can bring work
     * @param depth working depth of Ready; 0 when it was not looked at
     * @param claimed what was claimed at once
     */
    public record Fetched(
            Stop stop,
            Optional<Duration> waitFor,
            int ready,
            int staged,
            int parked,
            int deniedShare,
            int depth,
            Claimed claimed) {

        private static final int WIDTH = 7;

        static Fetched of(QueueName queue, String claimId, Reply reply, long askedNanos) {
            return new Fetched(
                    Stop.valueOf(reply.text(0).toUpperCase(java.util.Locale.ROOT)),
                    reply.number(1) < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(reply.number(1))),
                    reply.count(2),
                    reply.count(3),
                    reply.count(4),
                    reply.count(5),
                    reply.count(6),
                    reply.size() > WIDTH ? Claimed.of(queue, claimId, reply, WIDTH, askedNanos) : Claimed.NOTHING);
        }
    }
}
