package io.bulkaction.queue;

import io.bulkaction.queue.redis.RedisQueue;

/** What people see of a queue and do to it, beside the way of its jobs. */
public record Desk(
        QueueState state,
        DeadLetters deadLetters,
        JobLookup jobs,
        Instances instances,
        AuditTrail audit,
        AlertRecords alerts,
        ProgressRecords progress,
        Places places,
        Books books) {

    static Desk on(RedisQueue redis, ClaimIds claimIds) {
        return new Desk(
                new QueueState(redis),
                new DeadLetters(redis),
                new JobLookup(redis),
                new Instances(redis, claimIds.life()),
                new AuditTrail(redis),
                new AlertRecords(redis),
                new ProgressRecords(redis),
                new Places(redis),
                new Books(redis));
    }
}
