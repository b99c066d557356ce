package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.DurationSketch;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the jobs of a run produced, and the results of runs. */
public final class RunResults {

    private static final String EXAMPLE = "example:";

    private final RedisQueue redis;

    RunResults(RedisQueue redis) {
        this.redis = redis;
    }

    /** Takes groups whose run has ended and has no result yet; after the lease another instance may take them. */
    public List<GroupId> takeEnded(int limit, Duration lease) {
        Args args = new Args(3).add(limit).add(lease).add(redis.now());
        return redis.call(Script.TAKE, args, redis.keys().aggregating()).texts().stream()
                .map(GroupId::new)
                .toList();
    }

    /** How long the jobs that succeeded so far took. */
    public Durations durations(GroupId group) {
        Map<Integer, Long> buckets = new HashMap<>();
        hash(group, "durations").forEach((bucket, count) -> buckets.put(Integer.valueOf(bucket), Long.valueOf(count)));
        byte[] sum = redis.read(commands -> commands.hget(
                redis.keys().group(group, "meta"), Utf8.bytes("durationSum")));
        return new Durations(new DurationSketch(buckets), sum == null ? 0 : Long.parseLong(Utf8.text(sum)));
    }

    /** Final failures so far, by error code. */
    public List<ErrorCount> errors(GroupId group) {
        Map<String, String> hash = hash(group, "errors");
        return hash.entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(EXAMPLE) && Long.parseLong(entry.getValue()) > 0)
                .map(entry -> new ErrorCount(
                        entry.getKey(),
                        Long.parseLong(entry.getValue()),
                        Optional.ofNullable(hash.get(EXAMPLE + entry.getKey()))))
                .toList();
    }

    /** What single jobs returned, from the oldest on: {@code <processor type> <JSON>}. Empty at the end. */
    public List<String> returned(GroupId group, long from, int count) {
        return redis.read(commands -> commands.lrange(redis.keys().group(group, "results"), from, from + count - 1))
                .stream()
                .map(Utf8::text)
                .toList();
    }

    /**
     * Ends a run with its result, unless another instance did or the run has changed since.
     *
     * @param seen the state that the result was made from
     * @param keepReturned whether to keep what single jobs returned, for a person to look at
     * @return whether this is now the result
     */
    public boolean finalize(GroupState seen, GroupStatus status, String resultJson, boolean keepReturned) {
        Args args = new Args(10)
                .add(redis.keys().prefix())
                .add(seen.group().value())
                .add(seen.run())
                .add(seen.ending())
                .add(seen.counts().failed())
                .add(status.name())
                .add(resultJson)
                .add(redis.settings().retention().results())
                .add(keepReturned)
                .add(redis.now());
        return redis.call(
                Script.FINALIZE,
                args,
                redis.keys().aggregating(),
                redis.keys().finished(),
                redis.keys().events(),
                redis.keys().callbacks())
                .text("answer")
                .equals("finalized");
    }

    /** Result of one run, as JSON. */
    public Optional<String> ofRun(GroupId group, long run) {
        return Optional
                .ofNullable(redis.read(
                        commands -> commands.hget(redis.keys().group(group, "result"), Utf8.bytes(Long.toString(run)))))
                .map(Utf8::text);
    }

    /** Results of the last runs, as JSON, the latest first. */
    public List<String> history(GroupId group) {
        Map<Long, String> byRun = new TreeMap<>();
        hash(group, "result").forEach((run, json) -> byRun.put(-Long.parseLong(run), json));
        return List.copyOf(byRun.values());
    }

    private Map<String, String> hash(GroupId group, String part) {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().group(group, part))));
    }

    /** @param sumMillis exact, unlike the sketch */
    public record Durations(DurationSketch sketch, long sumMillis) {}

    /** @param example id of the first such job and its message, separated by a space */
    public record ErrorCount(String code, long count, Optional<String> example) {}
}
