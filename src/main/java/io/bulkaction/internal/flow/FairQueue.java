package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Where jobs wait for their turn: three levels of groups, ordered by who has waited longest. */
public final class FairQueue {

    private final RedisQueue redis;
    private final ClaimIds claimIds;
    private final ForeignTypes foreign;
    private final EarlyFetch early;
    private final Consumer<EnqueueBatch> enqueued;
    private final String weights;
    private final String partitions;

    /** @param enqueued told of every batch that was added; must not block */
    FairQueue(RedisQueue redis, ClaimIds claimIds, ForeignTypes foreign, EarlyFetch early,
            Consumer<EnqueueBatch> enqueued) {
        this.redis = redis;
        this.claimIds = claimIds;
        this.foreign = foreign;
        this.early = early;
        this.enqueued = enqueued;
        this.weights = RateLimiter.weights(redis.settings());
        this.partitions = new Lines().add("partitions", redis.settings().partitions()).toString();
    }

    /** Adds a batch to one group; a batch whose reply was lost may be sent again. */
    public CompletableFuture<Enqueued> enqueue(EnqueueBatch batch) {
        // why not with replicas: the enqueue then has a connection of its own, and nothing can be sent right behind it
        Optional<EarlyFetch.Reservation> idle = isReplicated() ? Optional.empty() : early.reserveBehindEnqueue();
        CompletableFuture<Reply> answer;
        try {
            answer = enqueue(batch, idle.isPresent());
        } catch (RuntimeException | Error failure) {
            idle.ifPresent(EarlyFetch.Reservation::cancel);
            throw failure;
        }
        idle.ifPresent(workers -> wakeIfBehind(answer, fetchFor(workers, true)));
        return answer.thenApply(reply -> {
            enqueued.accept(batch);
            return Enqueued.of(batch.group(), reply);
        });
    }

    private CompletableFuture<Reply> enqueue(EnqueueBatch batch, boolean fetchedBehind) {
        Args args = new Args(10 + 3 * batch.jobs().size())
                .add(redis.keys().prefix())
                .add(batch.group().value())
                .add(batch.processorType())
                .add(batch.seal())
                .add(batch.given().lines() + batch.by().lines() + partitions);
        order(args)
                .add(batch.trace())
                .add(fetchedBehind)
                .add(redis.settings().retention().results())
                .add(redis.now());
        for (EnqueueBatch.Entry job : batch.jobs()) {
            args.add(job.id().value()).add(redis.payloads().encode(job.payload()))
                    .add(batch.by().paid() == null ? job.more() : job.more() + job.size());
        }
        byte[][] keys = {
            redis.keys().pace(),
            redis.keys().stats(),
            redis.keys().aggregating(),
            redis.keys().wakeFetcher(),
            redis.keys().unsealed(),
            redis.keys().wakeDispatcher()
        };
        return redis.callReplicated(Script.ENQUEUE, args, keys);
    }

    private boolean isReplicated() {
        return redis.settings().reliability().replicas() > 0;
    }

    /** Where Redis had to be sent the enqueue's script first, the fetch has come before the jobs. */
    private void wakeIfBehind(CompletableFuture<Reply> enqueue, CompletableFuture<?> fetch) {
        enqueue.thenRun(() -> {
            if (fetch.isDone()) {
                redis.wake(redis.keys().wakeFetcher());
            }
        });
    }

    /** Serves the fair queue: moves the next jobs, in fair order, to Ready. */
    public Fetched fetch(int limit, int minDepth) {
        return redis.await(fetchLater(limit, minDepth, 0, false));
    }

    /**
     * Fetches and claims so many jobs in one step, for idle workers.
     *
     * @param unattended whether the fetcher waits meanwhile: it is woken for what this leaves
     */
    public CompletableFuture<Fetched> fetchFor(int idleWorkers, boolean unattended) {
        // why twice: what another call had to leave in Ready must not keep this one from its jobs
        return fetchLater(idleWorkers, 2 * idleWorkers, idleWorkers, unattended);
    }

    /** How many tenants, and groups without one, wait for their turn on each level, the highest level first. */
    public CompletableFuture<long[]> waiting() {
        List<CompletableFuture<Long>> levels = Stream.of(PriorityLevel.HIGH, PriorityLevel.NORMAL, PriorityLevel.LOW)
                .map(level -> redis.readLater(commands -> commands.zcard(redis.keys().fairQueue(level))))
                .toList();
        return CompletableFuture.allOf(levels.toArray(CompletableFuture[]::new))
                .thenApply(all -> levels.stream().mapToLong(CompletableFuture::join).toArray());
    }

    /** The same for reserved idle workers: what it brings is claimed for them in the same step. */
    public Fetched fetchFor(EarlyFetch.Reservation idle) {
        return redis.await(fetchFor(idle, false));
    }

    /**
     * What cannot even be sent fails as its answer does: the workers are released in any case.
     *
     * @param unattended whether the fetcher waits meanwhile: it is woken for what this leaves
     */
    public CompletableFuture<Fetched> fetchFor(EarlyFetch.Reservation idle, boolean unattended) {
        CompletableFuture<Fetched> fetch;
        try {
            fetch = fetchLater(idle.size().limit(), idle.size().minDepth(), idle.workers(), unattended);
        } catch (RuntimeException | Error failure) {
            fetch = CompletableFuture.failedFuture(failure);
        }
        return idle.usedBy(fetch);
    }

    /**
     * @param claimLimit how many of what this brings are claimed at once
     * @param unattended nobody was woken for the work: whoever waits is woken for what this leaves
     */
    CompletableFuture<Fetched> fetchLater(int limit, int minDepth, int claimLimit, boolean unattended) {
        QueueSettings.Backpressure pressure = redis.settings().backpressure();
        QueueSettings.WorkerPool pool = redis.settings().workerPool();
        QueueSettings.FairQueue fairness = redis.settings().fairQueue();
        Args args = new Args(20)
                .add(redis.keys().prefix())
                .add(limit)
                .add(minDepth)
                .add(pressure.readyQueueMaxSize())
                .add(pressure.readyTargetWait())
                .add(RateLimiter.text(redis.settings()))
                .add(pool.maxConcurrencyPerGroup())
                .add(pool.ordered());
        order(args)
                .add(fairness.roundTime())
                .add(fairness.cost().word())
                .add(CongestionControl.policy(redis.settings()))
                .add(unattended);
        String claimId = claimIds.next();
        long askedNanos = System.nanoTime();
        ReadyQueue.terms(args.add(claimLimit), claimId, redis.settings(), foreign).add(weights).add(redis.now());
        return redis.callLater(
                Script.FETCH,
                args,
                redis.keys().fairQueue(PriorityLevel.HIGH),
                redis.keys().fairQueue(PriorityLevel.NORMAL),
                redis.keys().fairQueue(PriorityLevel.LOW),
                redis.keys().parked(),
                redis.keys().rateLimited(),
                redis.keys().ready(),
                redis.keys().pace(),
                redis.keys().state(),
                redis.keys().wakeWorker(),
                redis.keys().wakeFetcher())
                .thenApply(reply -> Fetched.of(redis.name(), claimId, reply, askedNanos));
    }

    private Args order(Args args) {
        return FairOrder.add(args, redis.settings());
    }

    static Optional<Duration> waitOf(Reply reply) {
        long millis = reply.number("wait_ms");
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    /** Why a fetch stopped. */
    public enum Stop {
        PAUSED,
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
     * @param parked groups that may not be served for now
     * @param denied those of them that have no token left of their own
     * @param depth working depth of Ready; 0 when it was not looked at
     * @param claimed what was claimed at once
     */
    public record Fetched(
            Stop stop,
            Optional<Duration> waitFor,
            int ready,
            int parked,
            int denied,
            int depth,
            Claimed claimed) {

        static Fetched of(QueueName queue, String claimId, Reply reply, long askedNanos) {
            return new Fetched(
                    Stop.valueOf(reply.text("stop").toUpperCase(java.util.Locale.ROOT)),
                    waitOf(reply),
                    reply.count("ready"),
                    reply.count("parked"),
                    reply.count("denied"),
                    reply.count("depth"),
                    Claimed.of(queue, claimId, reply.nested("claimed", Script.CLAIM), askedNanos));
        }
    }
}
