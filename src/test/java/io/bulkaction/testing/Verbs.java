package io.bulkaction.testing;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The scripts that people and the watcher call, as they are: one method each, its arguments in the header's order. */
public final class Verbs {

    private final TestQueue queue;
    private final RedisQueue redis;
    private final Keys keys;

    public Verbs(TestQueue queue) {
        this.queue = queue;
        this.redis = queue.redis();
        this.keys = redis.keys();
    }

    public Reply pause(String reason) {
        return redis.call(Script.PAUSE, new Args().add(reason).add("test").add(redis.now()), keys.state());
    }

    public Reply resume() {
        return redis.call(
                Script.RESUME,
                new Args().add(redis.now()),
                keys.state(),
                keys.wakeFetcher(),
                keys.wakeDispatcher(),
                keys.wakeWorker());
    }

    public Reply seal(String group) {
        return redis.call(
                Script.SEAL,
                order(new Args().add(keys.prefix()).add(group)).add(redis.now()),
                keys.group(new GroupId(group), "meta"),
                keys.unsealed());
    }

    public Reply cancel(String group, int limit, List<String> candidates) {
        Args args = new Args().add(keys.prefix()).add(group).add("").add(limit).add("test").add(0).add(retention());
        order(args).add(redis.now());
        candidates.forEach(id -> args.add(queue.name(id).toString()));
        return redis.call(
                Script.CANCEL, args, keys.ready(), keys.readyFront(), keys.nonReady(), keys.cancelling(),
                keys.unsealed());
    }

    public List<String> retryDead(List<String> ids) {
        Args args = order(new Args().add(keys.prefix())).add(redis.now());
        ids.forEach(id -> args.add(queue.name(id).toString()));
        return redis.call(Script.RETRY_DEAD, args, keys.stats()).texts();
    }

    public List<String> skip(List<String> ids) {
        Args args = new Args().add(keys.prefix()).add("test").add("dealt with").add(retention());
        order(args).add(redis.now());
        ids.forEach(id -> args.add(queue.name(id).toString()));
        return redis.call(Script.SKIP, args, keys.stats()).texts();
    }

    /** Finalizes whatever the group's run is now. */
    public Reply finalizeRun(String group) {
        Map<String, String> meta = queue.meta(group);
        return finalizeRun(group, meta.getOrDefault("run", "0"), meta.getOrDefault("endings", "0"));
    }

    public Reply finalizeRun(String group, String run, String ending) {
        return redis.call(
                Script.FINALIZE,
                new Args()
                        .add(keys.prefix())
                        .add(group)
                        .add(run)
                        .add(ending)
                        .add(queue.meta(group).getOrDefault("failedCount", "0"))
                        .add("{}")
                        .add(false)
                        .add(redis.now()),
                keys.aggregating());
    }

    public Reply forget(int limit) {
        return redis.call(
                Script.FORGET,
                new Args()
                        .add(keys.prefix())
                        .add(limit)
                        .add(redis.settings().retention().finishedGroups())
                        .add(redis.now()),
                keys.finished(),
                keys.events(),
                keys.callbacks());
    }

    /** Lets a group go on that waits for the runs of others. @param after what it waits for, as its meta says */
    public Reply proceed(String group, String after) {
        return redis.call(
                Script.PROCEED,
                order(new Args().add(keys.prefix()).add(group).add(after)).add(redis.now()),
                keys.group(new GroupId(group), "meta"),
                keys.afterGroups(),
                keys.wakeFetcher(),
                keys.wakeDispatcher());
    }

    /** Gives the groups that wait for the runs of others to whoever calls, for a second. */
    public List<String> takeWaiting() {
        return redis.call(
                Script.TAKE, new Args().add(100).add(1_000).add(10_000).add(redis.now()), keys.afterGroups()).texts();
    }

    /** @param step begin, continue or end */
    public Reply cancelTenant(String tenant, String step, String began) {
        return redis.call(
                Script.CANCEL_TENANT,
                new Args().add(tenant + "/").add(step).add(began).add("test").add(redis.now()),
                keys.cancellingTenants(),
                keys.tenants());
    }

    private Duration retention() {
        return redis.settings().retention().completedJobs();
    }

    private Args order(Args args) {
        QueueSettings.FairQueue fair = redis.settings().fairQueue();
        return args.add(fair.alpha() + " " + fair.maxBoost().toMillis() + " " + fair.nearlyFinished());
    }
}
