package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Duration;
import java.util.Optional;

/** What waits for a time: jobs for that of their next attempt or of their first, and groups that are held. What waits too long expires. */
public final class NonReadyQueue {

    private final RedisQueue redis;

    public NonReadyQueue(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.zcard(redis.keys().nonReady()));
    }

    /** Moves due jobs to the front of their groups, and lets groups go on whose hold is over. */
    public Dispatched dispatch(int limit) {
        Args args = new Args(5).add(redis.keys().prefix()).add(limit);
        FairOrder.add(args, redis.settings())
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        return Dispatched.of(redis.call(
                Script.DISPATCH,
                args,
                redis.keys().nonReady(),
                redis.keys().pace(),
                redis.keys().held(),
                redis.keys().wakeFetcher(),
                redis.keys().scheduled(),
                redis.keys().expiring()));
    }

    /**
     * What a dispatch did.
     *
     * @param waitFor until the next job or group is due; empty when none waits
     * @param moved jobs
     * @param released groups
     * @param expired jobs that had not started in time
     */
    public record Dispatched(Optional<Duration> waitFor, int moved, int released, int expired) {

        /** Whether there is something to fetch now. */
        public boolean bringsWork() {
            return moved > 0 || released > 0 || expired > 0;
        }

        static Dispatched of(Reply reply) {
            return new Dispatched(FairQueue.waitOf(reply), reply.count("moved"), reply.count("released"),
                    reply.count("expired"));
        }
    }
}
