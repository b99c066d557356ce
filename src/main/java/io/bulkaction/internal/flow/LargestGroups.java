package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.RedisQueue;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ValueScanCursor;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The groups with the most pending jobs. Each look reads some hundred groups more and those that lead so far again: few
 * commands a look however many groups there are, and after some looks the leaders are the right ones.
 */
public final class LargestGroups {

    private static final int LOOKED_AT_ONCE = 500;

    private final RedisQueue redis;
    private final int most;
    private ScanCursor cursor = ScanCursor.INITIAL;
    private Map<GroupId, Long> leaders = Map.of();

    LargestGroups(RedisQueue redis, int most) {
        this.redis = redis;
        this.most = most;
    }

    /** The largest first. */
    public synchronized Map<GroupId, Long> look() {
        Set<GroupId> candidates = new LinkedHashSet<>(leaders.keySet());
        ScanCursor from = cursor.isFinished() ? ScanCursor.INITIAL : cursor;
        ValueScanCursor<byte[]> page = redis.read(commands -> commands.sscan(
                redis.keys().active(), from, ScanArgs.Builder.limit(LOOKED_AT_ONCE)));
        cursor = page;
        page.getValues().forEach(group -> candidates.add(new GroupId(new String(group, StandardCharsets.UTF_8))));
        Map<GroupId, CompletableFuture<Long>> answers = new LinkedHashMap<>();
        candidates.forEach(group -> answers.put(
                group, redis.readLater(commands -> commands.llen(redis.keys().group(group, "jobs")))));
        Map<GroupId, Long> sizes = new LinkedHashMap<>();
        answers.forEach((group, answer) -> sizes.put(group, redis.await(answer)));
        leaders = largest(sizes);
        return leaders;
    }

    private Map<GroupId, Long> largest(Map<GroupId, Long> sizes) {
        Map<GroupId, Long> largest = new LinkedHashMap<>();
        sizes.entrySet().stream()
                .filter(group -> group.getValue() > 0)
                .sorted(Map.Entry.<GroupId, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .forEach(group -> largest.put(group.getKey(), group.getValue()));
        return largest;
    }
}
