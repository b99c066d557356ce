package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import java.util.Comparator;
import java.util.HashMap;
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

    private final Queue queue;
    private final int most;
    private final Map<Walk, ScanCursor> cursors = new HashMap<>();
    private Map<GroupId, Long> leaders = Map.of();

    private record Walk(Partition partition, GroupStatus status) {}

    LargestGroups(Queue queue, int most) {
        this.queue = queue;
        this.most = most;
    }

    /** The largest first. */
    public synchronized Map<GroupId, Long> look() {
        Set<GroupId> candidates = new LinkedHashSet<>(leaders.keySet());
        queue.partitions().forEach(partition -> OpenGroups.STATUSES
                .forEach(status -> candidates.addAll(nextPage(new Walk(partition, status)))));
        Map<GroupId, CompletableFuture<Long>> answers = new LinkedHashMap<>();
        candidates.forEach(group -> {
            RedisQueue redis = queue.of(group).redis();
            answers.put(group, redis.readLater(commands -> commands.llen(redis.keys().group(group, "jobs"))));
        });
        Map<GroupId, Long> sizes = new LinkedHashMap<>();
        answers.forEach((group, answer) -> sizes.put(group, queue.home().redis().await(answer)));
        leaders = largest(sizes);
        return leaders;
    }

    private List<GroupId> nextPage(Walk walk) {
        RedisQueue redis = walk.partition().redis();
        ScanCursor last = cursors.getOrDefault(walk, ScanCursor.INITIAL);
        ScoredValueScanCursor<byte[]> page = redis.read(commands -> commands.zscan(
                redis.keys().groups(walk.status()),
                last.isFinished() ? ScanCursor.INITIAL : last,
                ScanArgs.Builder.limit(Math.max(1, LOOKED_AT_ONCE / queue.partitions().size()))));
        cursors.put(walk, page);
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
