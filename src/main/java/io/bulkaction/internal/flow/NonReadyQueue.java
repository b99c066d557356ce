package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.Optional;

/** Jobs that wait for a time: rate-limited, throttled, to be retried, recovered or released. */
public final class NonReadyQueue {

    private final RedisQueue redis;

    public NonReadyQueue(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.zcard(redis.keys().nonReady()));
    }

    /** Moves due jobs to Ready, within the rate limit. */
    public Dispatched dispatch(int limit, int minDepth) {
        QueueSettings.WorkerPool pool = redis.settings().workerPool();
        Args args = ReadyRoom.add(new Args(12).add(redis.keys().prefix()), limit, minDepth, redis.settings())
                .add(pool.maxConcurrencyPerGroup())
                .add(pool.ordered());
        FairOrder.add(args, redis.settings())
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        return Dispatched.of(redis.call(
                Script.DISPATCH,
                args,
                redis.keys().nonReady(),
                redis.keys().ready(),
                redis.keys().active(),
                redis.keys().pace(),
                redis.keys().state(),
                redis.keys().wakeWorker(),
                redis.keys().wakeFetcher()));
    }

    /**
     * What a dispatch did.
     *
     * @param waitFor until the next job is due; empty when none waits
     */
    public record Dispatched(FairQueue.Stop stop, Optional<Duration> waitFor, int moved) {

        static Dispatched of(Reply reply) {
            return new Dispatched(
                    FairQueue.Stop.valueOf(reply.text("stop").toUpperCase(java.util.Locale.ROOT)),
                    FairQueue.waitOf(reply),
                    reply.count("moved"));
        }
    }
}
