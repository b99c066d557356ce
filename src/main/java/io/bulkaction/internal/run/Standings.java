package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;

/** Shows what groups and tenants wait for. One call, as cheap for a queue of a hundred thousand groups as for one of ten. */
public final class Standings {

    private static final int LOOKED_AT = 50;

    private final Queue queue;

    private Standings(Queue queue) {
        this.queue = queue;
    }

    public static Standings of(Queue queue) {
        return new Standings(queue);
    }

    public Standing group(GroupId group) {
        return look(queue.of(group).redis(), group.value(), tenantOf(group), "");
    }

    public Standing job(JobName job) {
        return look(queue.of(job.group()).redis(), job.group().value(), tenantOf(job.group()), job.toString());
    }

    public Standing tenant(TenantId tenant) {
        return look(queue.of(tenant).redis(), "", tenant + "/", "");
    }

    private static String tenantOf(GroupId group) {
        return group.value().substring(0, group.value().indexOf('/') + 1);
    }

    private static Standing look(RedisQueue redis, String group, String tenant, String job) {
        Keys keys = redis.keys();
        return Standing.of(redis.call(
                Script.STANDING,
                new Args(6).add(keys.prefix()).add(group).add(tenant).add(job).add(LOOKED_AT).add(redis.now()),
                keys.fairQueue(PriorityLevel.HIGH),
                keys.fairQueue(PriorityLevel.NORMAL),
                keys.fairQueue(PriorityLevel.LOW),
                keys.parked(),
                keys.rateLimited(),
                keys.ready(),
                keys.nonReady(),
                keys.pace(),
                keys.held()));
    }
}
