package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.QueueSettings;
import io.lettuce.core.Range;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How crowded the groups are that must wait for tokens of their own. Written where such a group is parked, by the scripts. */
public final class CongestionControl {

    private final Queue queue;

    CongestionControl(Queue queue) {
        this.queue = queue;
    }

    /** As {@code lua/lib/congestion.lua} reads it. */
    static String policy(QueueSettings settings) {
        QueueSettings.Congestion congestion = settings.congestion();
        QueueSettings.Backpressure pressure = settings.backpressure();
        Duration longest = congestion.enabled() ? congestion.maxBackoff() : pressure.maxBackoff();
        return (congestion.enabled() ? 1 : 0) + " " + congestion.baseBackoff().toMillis() + " " + longest.toMillis()
                + " "
                + pressure.defaultBackoff().toMillis() + " " + congestion.statsRetention().toMillis();
    }

    public Status status(GroupId group) {
        return queue.home().redis().await(read(group));
    }

    /** In the order asked for; a page of groups is one round trip. */
    public List<Status> statuses(List<GroupId> groups) {
        return groups.stream().map(this::read).toList().stream().map(queue.home().redis()::await).toList();
    }

    /** How many groups with an unfinished run are on which level. */
    public Map<CongestionLevel, Long> groupsPerLevel() {
        CompletableFuture<Long> active = new OpenGroups(queue).count();
        Map<CongestionLevel, CompletableFuture<Long>> crowded = new EnumMap<>(CongestionLevel.class);
        for (CongestionLevel level : CongestionLevel.values()) {
            if (level != CongestionLevel.NONE) {
                Range<Double> seconds = Range.from(
                        Range.Boundary.including(level.fromSeconds()),
                        level == CongestionLevel.SEVERE
                                ? Range.Boundary.unbounded()
                                : Range.Boundary.excluding(level.belowSeconds()));
                queue.redis().forEach(redis -> crowded.merge(
                        level,
                        redis.readLater(commands -> commands.zcount(redis.keys().congested(), seconds)),
                        (one, other) -> one.thenCombine(other, Long::sum)));
            }
        }
        RedisQueue redis = queue.home().redis();
        Map<CongestionLevel, Long> counts = new EnumMap<>(CongestionLevel.class);
        crowded.forEach((level, count) -> counts.put(level, redis.await(count)));
        long uncrowded = redis.await(active) - counts.values().stream().mapToLong(Long::longValue).sum();
        counts.put(CongestionLevel.NONE, Math.max(0, uncrowded));
        return counts;
    }

    private CompletableFuture<Status> read(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        CompletableFuture<Double> crowded = redis.readLater(
                commands -> commands.zscore(redis.keys().congested(), Utf8.bytes(group.value())));
        return redis.readLater(commands -> commands.hgetall(redis.keys().congestion(group)))
                .thenCombine(crowded, (hash, seconds) -> {
                    Map<String, String> kept = Utf8.texts(hash);
                    long waiting = seconds == null ? 0 : Long.parseLong(kept.getOrDefault("waiting", "0"));
                    return new Status(
                            group,
                            waiting,
                            Long.parseLong(kept.getOrDefault("peak", "0")),
                            Long.parseLong(kept.getOrDefault("totalDenied", "0")),
                            Duration.ofMillis(Long.parseLong(kept.getOrDefault("lastBackoff", "0"))),
                            CongestionLevel.of(seconds == null ? 0 : seconds));
                });
    }

    /**
     * One group.
     *
     * @param waiting its jobs that wait for tokens of the group
     * @param peak most that waited so at once in this run
     * @param totalDenied how often it had no token left in this run
     * @param lastBackoff how long the last of its jobs had to wait then, as estimated
     */
    public record Status(
            GroupId group,
            long waiting,
            long peak,
            long totalDenied,
            Duration lastBackoff,
            CongestionLevel level) {}
}
