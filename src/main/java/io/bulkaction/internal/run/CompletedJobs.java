package io.bulkaction.internal.run;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;

/** Jobs that succeeded. They are kept for a while, for people to look up and so that a repeated submit finds them. */
public final class CompletedJobs {

    private final Queue queue;

    private CompletedJobs(Queue queue) {
        this.queue = queue;
    }

    public static CompletedJobs of(Queue queue) {
        return new CompletedJobs(queue);
    }

    /** Removes a few jobs that ended longer ago than their retention. @return how many of a partition at most */
    public int expire(int limit) {
        int[] most = {0};
        queue.forEachInTurn(partition -> most[0] = Math.max(most[0], expire(partition.redis(), limit)));
        return most[0];
    }

    private static int expire(RedisQueue redis, int limit) {
        Args args = new Args(4)
                .add(redis.keys().prefix())
                .add(limit)
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        return redis.call(
                Script.EXPIRE, args, redis.keys().claims(), redis.keys().completedOrder())
                .count("removed");
    }
}
