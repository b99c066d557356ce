package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.WakeList;

/** Where the loops of a queue wait for work. Each call opens a place of its own, to be closed by its loop. */
public final class Wakes {

    private final RedisQueue redis;

    Wakes(RedisQueue redis) {
        this.redis = redis;
    }

    /** Woken when jobs are enqueued, a parked group may go on, or the queue resumes. */
    public WakeList fetcher() {
        return redis.wakeList(redis.keys().wakeFetcher());
    }

    /** Woken when jobs enter Non-ready, or the queue resumes. */
    public WakeList dispatcher() {
        return redis.wakeList(redis.keys().wakeDispatcher());
    }

    /** Woken when jobs enter Ready, or the queue resumes. */
    public WakeList worker() {
        return redis.wakeList(redis.keys().wakeWorker());
    }
}
