package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;

/**
 * One part of a queue: the groups of some of its tenants, and every place a job of them can be in. All its keys are in one
 * hash slot, and every script works on one partition.
 *
 * @param number from 0
 */
public record Partition(
        int number,
        FairQueue fairQueue,
        EarlyFetch earlyFetch,
        ReadyQueue ready,
        NonReadyQueue nonReady,
        InFlight inFlight,
        Instances instances,
        Wakes wakes,
        RedisQueue redis) {

    private static void added(EnqueueBatch batch, int number, PartitionSignals signals) {
        if (batch.hasTimes()) {
            signals.later(number);
        }
        signals.work(number);
    }

    /** @param claimIds of the whole queue: a heartbeat vouches for the claims of a process, whatever partition they are of */
    static Partition on(RedisQueue redis, int number, ClaimIds claimIds, ForeignTypes foreign,
            PartitionSignals signals) {
        EarlyFetch earlyFetch = new EarlyFetch();
        return new Partition(
                number,
                new FairQueue(redis, claimIds, foreign, earlyFetch, batch -> added(batch, number, signals)),
                earlyFetch,
                new ReadyQueue(redis, claimIds, foreign),
                new NonReadyQueue(redis),
                new InFlight(redis),
                new Instances(redis, claimIds.life()),
                new Wakes(redis),
                redis);
    }
}
