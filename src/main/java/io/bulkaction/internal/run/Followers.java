package io.bulkaction.internal.run;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets groups start whose turn it is because the runs of others have ended, and cancels those whose conditions cannot be met
 * any more. What a group waits for is in the group itself, and whether it is met is read anew each time, so nothing is lost
 * whoever dies when. Each waiting group is looked at by one instance, once a second; what is read for that is read once in a
 * turn, so a long chain costs a read for each of its groups.
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
    private final Map<Waiters.Name, Queue> open = new LinkedHashMap<>();
    private Waiters waiters;
    private Deadline turn = Deadline.in(INTERVAL);

    /** @param worked queues whose waiting groups are looked at */
    public Followers(Collection<Queue> worked, Queues all, GroupService groups) {
        this.worked = List.copyOf(worked);
        this.afters = new Afters(all);
        this.waiters = afters.waiters();
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
        if (!more[0] || turn.isOver()) {
            endTurn();
        }
        return more[0];
    }

    /** The same for all that wait, also those that somebody has looked at a moment ago. For tests. */
    void stepAll() {
        for (Queue queue : worked) {
            for (RedisQueue redis : queue.redis()) {
                look(queue, redis, redis.read(commands -> commands.zrange(redis.keys().afterGroups(), 0, -1)).stream()
                        .map(Utf8::text).toList());
            }
        }
        endTurn();
    }

    private int look(Queue queue, RedisQueue redis) {
        Args args = new Args(4).add(BATCH).add(LOOK_AGAIN).add(LOOK_AGAIN.multipliedBy(10)).add(redis.now());
        List<String> taken = redis.call(Script.TAKE, args, redis.keys().afterGroups()).texts();
        look(queue, redis, taken);
        return taken.size();
    }

    private void look(Queue queue, RedisQueue redis, List<String> groups) {
        List<Waiters.Name> names = groups.stream().map(id -> new Waiters.Name(queue.name(), new GroupId(id))).toList();
        waiters.load(names);
        waiters.load(names.stream().flatMap(name -> known(name).stream()).map(Waiters.Name::of).toList());
        names.forEach(name -> safely(queue, name.group(), () -> look(queue, redis, name)));
    }

    private List<AfterRun> known(Waiters.Name name) {
        try {
            return waiters.get(name).conditions();
        } catch (RuntimeException unreadable) { // who looks at it will say so
            return List.of();
        }
    }

    private static void safely(Queue queue, GroupId group, Runnable look) {
        try {
            look.run();
        } catch (RedisUnavailableException away) {
            log.debug("group {} of queue {} waits for others, which are away", group, queue.name(), away);
        } catch (RuntimeException failure) {
            log.warn("group {} of queue {} waits for others, whose state cannot be read", group, queue.name(), failure);
        }
    }

    private void look(Queue queue, RedisQueue redis, Waiters.Name name) {
        Waiters.Waiter waiter = waiters.get(name);
        List<AfterRun> conditions = waiter.conditions();
        if (conditions.isEmpty()) {
            redis.read(commands -> commands.zrem(redis.keys().afterGroups(), Utf8.bytes(name.group().value())));
            return;
        }
        List<Afters.Standing> standings = conditions.stream().map(each -> afters.standing(each, waiters)).toList();
        int lost = standings.indexOf(Afters.Standing.LOST);
        if (lost >= 0) {
            AfterRun other = conditions.get(lost);
            cancel(queue, name.group(), "AFTER_NOT_MET: group " + other.group() + " of queue " + other.queue()
                    + (other.when() == After.When.FAILED ? " did not fail" : " did not succeed"));
        } else if (standings.contains(Afters.Standing.OPEN)) {
            open.put(name, queue);
        } else {
            proceed(queue, redis, name.group(), Objects.requireNonNull(waiter.after()));
        }
    }

    /** Two submits at once may have made a cycle, which is broken by cancelling one of its groups. */
    private void endTurn() {
        Cycles cycles = new Cycles(waiters);
        open.forEach((name, queue) -> safely(queue, name.group(), () -> {
            if (cycles.has(name)) {
                cancel(queue, name.group(), "AFTER_CYCLE: it would wait for its own end");
                waiters.forget(name); // so that one of them is enough
            }
        }));
        open.clear();
        waiters = afters.waiters();
        turn = Deadline.in(INTERVAL);
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
