package io.bulkaction.queue;

import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Script;

/** Jobs that succeeded, kept for a while so that a person can look them up and a second submit finds them. */
public final class CompletedJobs {

    private final RedisQueue redis;

    CompletedJobs(RedisQueue redis) {
        this.redis = redis;
    }

    /** Removes a few jobs that ended longer ago than their retention. @return how many */
    public int expire(int limit) {
        Args args = new Args(4)
                .add(redis.keys().prefix())
                .add(limit)
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        return redis.call(
                Script.EXPIRE, args, redis.keys().claims(), redis.keys().completedOrder())
                .count(0);
    }
}
