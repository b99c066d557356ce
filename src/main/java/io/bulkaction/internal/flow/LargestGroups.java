package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
    private final Map<GroupStatus, ScanCursor> cursors = new EnumMap<>(GroupStatus.class);
    private Map<GroupId, Long> leaders = Map.of();

    LargestGroups(RedisQueue redis, int most) {
        this.redis = redis;
        this.most = most;
    }

    /** The largest first. */
    public synchronized Map<GroupId, Long> look() {
        Set<GroupId> candidates = new LinkedHashSet<>(leaders.keySet());
        OpenGroups.STATUSES.forEach(status -> candidates.addAll(nextPage(status)));
        Map<GroupId, CompletableFuture<Long>> answers = new LinkedHashMap<>();
        candidates.forEach(group -> answers.put(
                group, redis.readLater(commands -> commands.llen(redis.keys().group(group, "jobs")))));
        Map<GroupId, Long> sizes = new LinkedHashMap<>();
        answers.forEach((group, answer) -> sizes.put(group, redis.await(answer)));
        leaders = largest(sizes);
        return leaders;
    }

    private List<GroupId> nextPage(GroupStatus status) {
        ScanCursor last = cursors.getOrDefault(status, ScanCursor.INITIAL);
        ScoredValueScanCursor<byte[]> page = redis.read(commands -> commands.zscan(
                redis.keys().groups(status),
                last.isFinished() ? ScanCursor.INITIAL : last,
                ScanArgs.Builder.limit(LOOKED_AT_ONCE)));
        cursors.put(status, page);
        return page.getValues().stream().map(group -> new GroupId(Utf8.text(group.getValue()))).toList();
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
