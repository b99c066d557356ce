package io.bulkaction.internal.run;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets groups start whose turn it is because the runs of others have ended, and cancels those whose conditions cannot be met
 * any more. What a group waits for is in the group itself, and whether it is met is read anew each time, so nothing is lost
 * whoever dies when. Each waiting group is looked at by one instance, once a second.
 */
public final class Followers {

    private static final Logger log = LoggerFactory.getLogger(Followers.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final int BATCH = 100;
    /** Of a cancellation, so that a giant does not keep others from starting. */
    private static final int MAX_STEPS = 10;

    private final Collection<Queue> worked;
    private final Afters afters;
    private final GroupService groups;
    private final Loop loop = new Loop("followers", () -> step() ? Duration.ZERO : INTERVAL);

    /** @param worked queues whose waiting groups are looked at */
    public Followers(Collection<Queue> worked, Queues all, GroupService groups) {
        this.worked = List.copyOf(worked);
        this.afters = new Afters(all);
        this.groups = groups;
    }

    Loop loop() {
        return loop;
    }

    /** @return whether there may be more to look at now */
    boolean step() {
        boolean[] more = {false};
        Each.of(worked, queue -> queue.forEachInTurn(
                partition -> more[0] |= look(queue, partition.redis()) == BATCH));
        return more[0];
    }

    /** The same for all that wait, also those that somebody has looked at a moment ago. For tests. */
    void stepAll() {
        for (Queue queue : worked) {
            for (RedisQueue redis : queue.redis()) {
                redis.read(commands -> commands.zrange(redis.keys().afterGroups(), 0, -1))
                        .forEach(group -> look(queue, redis, new GroupId(Utf8.text(group))));
            }
        }
    }

    private int look(Queue queue, RedisQueue redis) {
        Args args = new Args(4).add(BATCH).add(LOOK_AGAIN).add(LOOK_AGAIN.multipliedBy(10)).add(redis.now());
        Reply reply = redis.call(Script.TAKE, args, redis.keys().afterGroups());
        List<String> taken = reply.texts();
        for (String group : taken) {
            try {
                look(queue, redis, new GroupId(group));
            } catch (RedisUnavailableException away) {
                log.debug("group {} of queue {} waits for others, which are away", group, queue.name(), away);
            } catch (RuntimeException failure) {
                log.warn("group {} of queue {} waits for others, whose state cannot be read", group, queue.name(),
                        failure);
            }
        }
        return taken.size();
    }

    private void look(Queue queue, RedisQueue redis, GroupId group) {
        Afters.Waiter waiter = afters.read(queue.name(), group);
        String after = waiter.after();
        if (after == null || !waiter.waits()) {
            redis.read(commands -> commands.zrem(redis.keys().afterGroups(), Utf8.bytes(group.value())));
            return;
        }
        List<AfterRun> conditions = AfterRun.parse(after);
        List<Afters.Standing> standings = conditions.stream().map(afters::standing).toList();
        int lost = standings.indexOf(Afters.Standing.LOST);
        if (lost >= 0) {
            AfterRun other = conditions.get(lost);
            cancel(queue, group, "AFTER_NOT_MET: group " + other.group() + " of queue " + other.queue()
                    + (other.when() == After.When.FAILED ? " did not fail" : " did not succeed"));
        } else if (!standings.contains(Afters.Standing.OPEN)) {
            proceed(queue, redis, group, after);
        } else if (afters.isCycle(queue.name(), group, conditions)) { // two submits at once may have made one
            cancel(queue, group, "AFTER_CYCLE: it would wait for its own end");
        }
    }

    private void cancel(Queue queue, GroupId group, String reason) {
        log.info("group {} of queue {} is cancelled: {}", group, queue.name(), reason);
        Canceller canceller = groups.canceller(queue.name(), group, reason);
        for (int step = 0; step < MAX_STEPS && canceller.hasMore(); step++) { // what is left the watcher continues
            canceller.step();
        }
    }

    private static void proceed(Queue queue, RedisQueue redis, GroupId group, String after) {
        Args args = new Args(5).add(redis.keys().prefix()).add(group.value()).add(after);
        FairOrder.add(args, redis.settings()).add(redis.now());
        boolean changed = redis.call(
                Script.PROCEED, args, redis.keys().group(group, "meta"), redis.keys().afterGroups(),
                redis.keys().wakeFetcher(), redis.keys().wakeDispatcher()).flag("proceeded");
        if (changed) {
            queue.signals().changed(queue.of(group).number());
            log.info("group {} starts: what it waited for has ended", group);
        }
    }
}
