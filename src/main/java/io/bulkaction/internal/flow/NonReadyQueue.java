package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Duration;
import java.util.Optional;

/** Jobs that wait for the time of their next attempt. */
public final class NonReadyQueue {

    private final RedisQueue redis;

    public NonReadyQueue(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.zcard(redis.keys().nonReady()));
    }

    /** Moves due jobs to the front of their groups. */
    public Dispatched dispatch(int limit) {
        Args args = new Args(5).add(redis.keys().prefix()).add(limit);
        FairOrder.add(args, redis.settings())
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        return Dispatched.of(redis.call(Script.DISPATCH, args, redis.keys().nonReady(), redis.keys().pace()));
    }

    /**
     * What a dispatch did.
     *
     * @param waitFor until the next job is due; empty when none waits
     */
    public record Dispatched(Optional<Duration> waitFor, int moved) {

        static Dispatched of(Reply reply) {
            return new Dispatched(FairQueue.waitOf(reply), reply.count("moved"));
        }
    }
}
