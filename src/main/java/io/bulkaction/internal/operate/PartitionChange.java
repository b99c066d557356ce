package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Key;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A change of how many partitions a queue has, in steps of which each is one script (lua/operate/repartition). Every partition
 * is closed first, which only an empty one is; then the home partition commits. Until then everything can be taken back;
 * afterwards whoever finds the change finishes it.
 */
final class PartitionChange {

    /** How long the others leave it alone, before it has committed. */
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger log = LoggerFactory.getLogger(PartitionChange.class);
    private static final int SCAN_STEP = 1_000;

    private final String id;
    private final int from;
    private final int to;
    private final List<RedisQueue> places;
    private final Accounts accounts;

    /** @param places the partitions of both numbers, each once; the home partition is the first */
    PartitionChange(String id, int from, int to, List<RedisQueue> places, Accounts accounts) {
        this.id = id;
        this.from = from;
        this.to = to;
        this.places = places;
        this.accounts = accounts;
    }

    static String newId() {
        return UUID.randomUUID().toString();
    }

    /** What keeps a queue from being changed. */
    record Unfinished(long groups, long deadLetters, long unsent) {

        boolean isNothing() {
            return groups + deadLetters + unsent == 0;
        }
    }

    /** From now on nothing is added, where there is nothing. A partition that another change has closed stays closed by that. */
    Unfinished close() {
        List<Reply> answers = places.stream().map(place -> call(place, step(place, "close", from))).toList();
        return new Unfinished(
                answers.stream().mapToLong(reply -> reply.number("groups")).sum(),
                answers.stream().mapToLong(reply -> reply.number("letters")).sum(),
                answers.stream().mapToLong(reply -> reply.number("unsent")).sum());
    }

    /** @return false if not every partition is closed by this change */
    boolean commit() {
        // why all again: another change may have closed one of them, and the lease begins with the last of them
        return places.reversed().stream().allMatch(place -> isDone(call(place, step(place, "close", from))))
                && isDone(call(home(), step(home(), "commit", from)));
    }

    /** Takes back what has not committed, of this change or of one that somebody has left. @return whether nothing is closed */
    boolean open() {
        return places.stream().map(place -> isDone(call(place, step(place, "open", from)))).reduce(true,
                Boolean::logicalAnd);
    }

    /** After a commit: empties the partitions. The lifetime counters become those of the home partition. */
    void finish() {
        for (int number = 1; number < places.size(); number++) {
            addCounters(number);
        }
        places.forEach(accounts::close);
        remove();
        places.reversed().forEach(place -> call(place, step(place, "finish", to))); // why so: home is the last to forget the change
        log.info("queue {} has {} partitions now, before {}", home().name(), to, from);
    }

    private void addCounters(int number) {
        RedisQueue place = places.get(number);
        Args args = step(home(), "add", number);
        Utf8.texts(place.read(commands -> commands.hgetall(place.keys().stats())))
                .forEach((counter, count) -> args.add(counter).add(count));
        call(home(), args);
    }

    private void remove() {
        Map<String, RedisQueue> byPrefix = new LinkedHashMap<>();
        places.forEach(place -> byPrefix.put(place.keys().prefix(), place));
        String prefix = home().keys().prefix();
        ScanArgs ofTheQueue =
                ScanArgs.Builder.limit(SCAN_STEP).match(prefix.substring(0, prefix.lastIndexOf(":0}")) + ":*");
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            ScanCursor next = cursor;
            KeyScanCursor<byte[]> page = home().read(commands -> commands.scan(next, ofTheQueue));
            page.getKeys().stream().map(Utf8::text)
                    .collect(Collectors.groupingBy(key -> key.substring(0, key.indexOf("}:") + 2)))
                    .forEach((found, keys) -> {
                        RedisQueue place = byPrefix.get(found);
                        if (place != null) {
                            remove(place, keys.stream().map(key -> key.substring(found.length())).toList());
                        }
                    });
            cursor = page;
        }
    }

    private void remove(RedisQueue place, List<String> names) {
        List<String> some = new ArrayList<>(names);
        some.removeIf(name -> Key.find(name).filter(key -> key.goesWithJobs(place == home())).isEmpty());
        if (!some.isEmpty()) {
            Args args = step(place, "remove", 0);
            some.forEach(name -> args.add(name).add(""));
            call(place, args);
        }
    }

    private RedisQueue home() {
        return places.getFirst();
    }

    private static boolean isDone(Reply reply) {
        return reply.text("answer").equals("done");
    }

    private Args step(RedisQueue place, String step, int number) {
        return new Args().add(place.keys().prefix()).add(step).add(id).add(number).add(to).add(LEASE)
                .add(place.now());
    }

    private static Reply call(RedisQueue place, Args args) {
        return place.call(
                Script.REPARTITION,
                args,
                place.keys().state(),
                place.keys().stats(),
                place.keys().deadLetters(),
                place.keys().events(),
                place.keys().callbacks());
    }
}
