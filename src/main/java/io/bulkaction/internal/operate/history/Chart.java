package io.bulkaction.internal.operate.history;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.metrics.RecentGroups;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** How many jobs of which groups ended in the last minutes: kept in Redis, filled by all instances, the same for everybody. */
public final class Chart {

    public static final Duration STEP = Duration.ofSeconds(2);

    /** Ten minutes. */
    private static final int MAX_SLOTS = 300;

    /** Of one slot; a chart names fewer, but not the same ones in every slot. */
    static final int MAX_GROUPS = 12;

    private final RedisQueue redis;

    private Chart(RedisQueue redis) {
        this.redis = redis;
    }

    public static Chart of(Queue queue) {
        return new Chart(queue.home().redis());
    }

    /**
     * Jobs that ended within one step.
     *
     * @param at when the step began
     * @param all of all groups
     * @param largest of the groups with the most
     */
    public record Slot(Instant at, long all, Map<GroupId, Long> largest) {}

    /** Returns how many groups the current slot names then. */
    CompletableFuture<Integer> add(RecentGroups.Ended ended) {
        Args args = new Args(5 + 2 * ended.largest().size())
                .add(STEP)
                .add(MAX_SLOTS)
                .add(MAX_GROUPS)
                .add(ended.all())
                .add(redis.now());
        ended.largest().forEach((group, jobs) -> args.add(group.value()).add(jobs));
        return redis.callLater(Script.PLOT, args, redis.keys().chart()).thenApply(reply -> reply.count("kept"));
    }

    /** The last ones, oldest first, without a gap; the current one, which is not complete, is not among them. */
    public List<Slot> last(int count, Instant now) {
        long current = now.toEpochMilli() / STEP.toMillis();
        byte[][] wanted = LongStream.range(current - Math.min(count, MAX_SLOTS), current)
                .mapToObj(slot -> Utf8.bytes(Long.toString(slot)))
                .toArray(byte[][]::new);
        return redis.read(commands -> commands.hmget(redis.keys().chart(), wanted)).stream()
                .map(slot -> slot(
                        Long.parseLong(Utf8.text(slot.getKey())), slot.hasValue() ? Utf8.text(slot.getValue()) : "0"))
                .toList();
    }

    private static Slot slot(long number, String text) {
        String[] words = text.split(" ");
        Map<GroupId, Long> groups = new HashMap<>();
        for (int i = 1; i + 1 < words.length; i += 2) {
            groups.put(new GroupId(words[i]), Long.valueOf(words[i + 1]));
        }
        return new Slot(Instant.ofEpochMilli(number * STEP.toMillis()), Long.parseLong(words[0]), groups);
    }
}
