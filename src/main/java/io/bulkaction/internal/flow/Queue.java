package io.bulkaction.internal.flow;

import io.bulkaction.QueueName;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.settings.QueueSettings;

/** One queue and every place a job of it can be in. */
public record Queue(
        QueueName name,
        QueueSettings settings,
        FairQueue fairQueue,
        EarlyFetch earlyFetch,
        ReadyQueue ready,
        NonReadyQueue nonReady,
        InFlight inFlight,
        RateLimiter rateLimiter,
        CongestionControl congestion,
        Instances instances,
        Wakes wakes,
        RedisQueue redis) {

    public static Queue on(RedisQueue redis) {
        ClaimIds claimIds = new ClaimIds();
        EarlyFetch earlyFetch = new EarlyFetch();
        return new Queue(
                redis.name(),
                redis.settings(),
                new FairQueue(redis, claimIds, earlyFetch),
                earlyFetch,
                new ReadyQueue(redis, claimIds),
                new NonReadyQueue(redis),
                new InFlight(redis),
                new RateLimiter(redis),
                new CongestionControl(redis),
                new Instances(redis, claimIds.life()),
                new Wakes(redis),
                redis);
    }
}
