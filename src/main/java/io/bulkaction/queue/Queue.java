package io.bulkaction.queue;

import io.bulkaction.job.QueueName;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.settings.QueueSettings;

/** One queue and every place a job of it can be in. */
public record Queue(
        QueueName name,
        QueueSettings settings,
        FairQueue fairQueue,
        ReadyQueue ready,
        NonReadyQueue nonReady,
        InFlight inFlight,
        CompletedJobs completed,
        RateLimiter rateLimiter,
        CongestionControl congestion,
        Desk desk,
        Groups groups,
        Wakes wakes,
        RedisQueue redis) {

    public static Queue on(RedisQueue redis) {
        ClaimIds claimIds = new ClaimIds();
        return new Queue(
                redis.name(),
                redis.settings(),
                new FairQueue(redis, claimIds),
                new ReadyQueue(redis, claimIds),
                new NonReadyQueue(redis),
                new InFlight(redis),
                new CompletedJobs(redis),
                new RateLimiter(redis),
                new CongestionControl(redis),
                Desk.on(redis, claimIds),
                new Groups(redis),
                new Wakes(redis),
                redis);
    }
}
