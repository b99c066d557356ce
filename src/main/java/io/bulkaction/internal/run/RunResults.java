package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What the jobs of a run produced, and the results of runs. */
final class RunResults {

    private static final String LAST = "last";
    private static final String CURRENT = "current";

    private final Queue queue;

    RunResults(Queue queue) {
        this.queue = queue;
    }

    /** Takes groups whose run waits for its result; after the lease another instance may take them. */
    public List<GroupId> takeEnded(int limit, Duration lease) {
        List<GroupId> taken = new ArrayList<>();
        queue.forEachInTurn(partition -> {
            if (taken.size() < limit) {
                RedisQueue redis = partition.redis();
                Args args = new Args(4).add(limit - taken.size()).add(lease).add(Notes.longestLease(lease))
                        .add(redis.now());
                redis.call(Script.TAKE, args, redis.keys().aggregating())
                        .texts()
                        .forEach(group -> taken.add(new GroupId(group)));
            }
        });
        return taken;
    }

    /** What single jobs returned, from the oldest on: {@code <processor type> <JSON>}, as it is stored. Empty at the end. */
    public List<String> returned(GroupId group, long from, int count) {
        RedisQueue redis = queue.of(group).redis();
        return redis.read(commands -> commands.lrange(redis.keys().group(group, "results"), from, from + count - 1))
                .stream()
                .map(Utf8::text)
                .toList();
    }

    /**
     * Ends a run with what aggregators made of its jobs' results, unless another instance did or the run has changed
     * since.
     *
     * @param seen the state that this was made from
     * @param data as JSON
     * @param keepReturned whether to keep what single jobs returned, for a person to look at
     * @return whether this is now the result
     */
    public boolean finalize(GroupState seen, String data, boolean keepReturned) {
        RedisQueue redis = queue.of(seen.group()).redis();
        Args args = new Args(8)
                .add(redis.keys().prefix())
                .add(seen.group().value())
                .add(seen.run())
                .add(seen.ending())
                .add(seen.counts().failed())
                .add(redis.payloads().encode(data))
                .add(keepReturned)
                .add(redis.now());
        return redis.call(Script.FINALIZE, args, redis.keys().aggregating()).text("answer").equals("finalized");
    }

    /** Of the run so far, whether it has ended or not. Without what aggregators make of it. */
    Optional<RunRecord> current(GroupId group) {
        return records(List.of(new Run(group, CURRENT))).getFirst();
    }

    /** Of the last run that finished. */
    Optional<GroupResult> last(GroupId group) {
        return results(List.of(new Run(group, LAST))).getFirst();
    }

    /** In the order asked for; empty where there is none any more. One call for each partition, however many. */
    List<Optional<GroupResult>> results(List<Run> runs) {
        List<Optional<RunRecord>> records = records(runs);
        return IntStream.range(0, runs.size())
                .mapToObj(i -> records.get(i).map(record -> record.result(queue.name(), runs.get(i).group())))
                .toList();
    }

    private List<Optional<RunRecord>> records(List<Run> runs) {
        if (!queue.isPartitioned()) {
            return records(queue.home().redis(), runs);
        }
        Map<Run, Optional<RunRecord>> found = new HashMap<>();
        queue.byPartition(runs, Run::group).forEach((partition, some) -> {
            List<Optional<RunRecord>> records = records(partition.redis(), some);
            IntStream.range(0, some.size()).forEach(i -> found.put(some.get(i), records.get(i)));
        });
        return runs.stream().map(found::get).toList();
    }

    private static List<Optional<RunRecord>> records(RedisQueue redis, List<Run> runs) {
        Args args = new Args(1 + 2 * runs.size()).add(redis.keys().prefix());
        runs.forEach(run -> args.add(run.group().value()).add(run.number()));
        return redis.call(Script.RECORD, args, redis.keys().state()).texts().stream()
                .map(json -> json.isEmpty() ? Optional.<RunRecord>empty()
                        : Optional.of(RunRecord.read(json, redis.payloads())))
                .toList();
    }

    /** Of the last runs, the latest first. */
    List<GroupResult> history(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        Map<Long, GroupResult> byRun = new TreeMap<>();
        last(group).ifPresent(result -> byRun.put(-result.run(), result));
        Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().group(group, "result"))))
                .forEach((run, json) -> byRun.put(
                        -Long.parseLong(run), RunRecord.read(json, redis.payloads()).result(queue.name(), group)));
        return List.copyOf(byRun.values());
    }

    /** @param number of the run, from 1, or a word of {@code lua/run/record.lua} */
    record Run(GroupId group, String number) {}
}
