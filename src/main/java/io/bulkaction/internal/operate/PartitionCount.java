package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Instances;
import io.bulkaction.internal.operate.PartitionChange.Unfinished;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many partitions a queue has in Redis. With another number groups would be looked for where they are not, so it changes
 * only while nobody works on the queue and it has neither jobs to do nor dead letters; what has finished is then forgotten.
 */
public final class PartitionCount {

    /** Whoever began a change before may have died; then its lease has to end. */
    private static final Duration PATIENCE = PartitionChange.LEASE.plusSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final RedisQueue home;
    private final IntFunction<List<RedisQueue>> partitions;
    private final Accounts accounts;

    /** @param partitions of the queue if it has so many */
    public PartitionCount(RedisQueue home, IntFunction<List<RedisQueue>> partitions, Accounts accounts) {
        this.home = home;
        this.partitions = partitions;
        this.accounts = accounts;
    }

    /** Throws a {@link RedisStartException} if the queue has another number and cannot change it now. */
    public void verify(int wanted) {
        long began = System.nanoTime();
        while (!isSettled(wanted)) {
            LockSupport.parkNanos(PAUSE.toNanos());
            if (Thread.currentThread().isInterrupted() || System.nanoTime() - began > PATIENCE.toNanos()) {
                throw new RedisStartException(
                        "Another instance is changing the partitions of queue " + home.name() + ".",
                        "Start this one again in a moment.",
                        null);
            }
        }
    }

    /** A step towards it; what somebody has begun and left is finished or taken back first. */
    private boolean isSettled(int wanted) {
        State state = read();
        if (state.isCommitted()) {
            change(state.id(), state.from(), state.partitions).finish();
            return false;
        }
        if (state.partitions == wanted) {
            return change("", wanted, wanted).open();
        }
        refuseIfAlive(state.partitions, wanted);
        begin(PartitionChange.newId(), state.partitions, wanted);
        return false;
    }

    private void begin(String id, int from, int to) {
        PartitionChange change = change(id, from, to);
        boolean isCommitted = false;
        try {
            Unfinished left = change.close();
            if (!left.isNothing()) {
                throw refusal(from, to, ("%d of its groups are not finished, it has %d dead letters, and %d events and"
                        + " callbacks are still to be sent.")
                        .formatted(left.groups(), left.deadLetters(), left.unsent()));
            }
            refuseIfAlive(from, to); // one that started meanwhile
            isCommitted = change.commit();
        } finally {
            if (!isCommitted) {
                change.open();
            }
        }
    }

    private PartitionChange change(String id, int from, int to) {
        Map<String, RedisQueue> places = new LinkedHashMap<>();
        Stream.of(from, to).flatMap(number -> partitions.apply(number).stream())
                .forEach(partition -> places.putIfAbsent(partition.keys().prefix(), partition));
        return new PartitionChange(id, from, to, List.copyOf(places.values()), accounts);
    }

    private void refuseIfAlive(int from, int to) {
        String alive = partitions.apply(from).stream()
                .flatMap(partition -> Instances.look(partition).live().stream())
                .map(Instance::id)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        if (!alive.isEmpty()) {
            throw refusal(from, to, "instances work on it: %s. One that was killed counts for another %d s."
                    .formatted(alive, home.settings().reliability().lease().toSeconds()));
        }
    }

    private RedisStartException refusal(int from, int to, String reason) {
        return new RedisStartException(
                "Queue %s has %d partitions in Redis and is to have %d, but %s"
                        .formatted(home.name(), from, to, reason),
                "Start it with bulk-action.queues." + home.name() + ".partitions=" + from
                        + ". To change the number, submit nothing more, let its"
                        + " jobs finish, retry or skip the dead letters, stop all instances, and change the setting then.",
                null);
    }

    /**
     * What the home partition says.
     *
     * @param changing who has it closed; empty if nobody has
     * @param emptying the number before a change that has committed; empty if none has
     */
    private record State(int partitions, String changing, String emptying) {

        boolean isCommitted() {
            return !emptying.isEmpty();
        }

        String id() {
            return changing.split(" ")[0];
        }

        int from() {
            return Integer.parseInt(emptying.split(" ")[0]);
        }
    }

    private State read() {
        List<String> fields = home.read(commands -> commands.hmget(home.keys().state(),
                Utf8.bytes("partitions"), Utf8.bytes("changing"), Utf8.bytes("emptying"))).stream()
                .map(field -> field.map(Utf8::text).getValueOrElse(""))
                .toList();
        return new State(
                fields.getFirst().isEmpty() ? 1 : Integer.parseInt(fields.getFirst()), fields.get(1), fields.get(2));
    }
}
