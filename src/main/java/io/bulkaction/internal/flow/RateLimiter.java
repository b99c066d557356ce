package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.settings.QueueSettings.Share;
import io.lettuce.core.KeyValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How much of the current window is used. The tokens themselves are taken by the scripts, in {@code lua/lib/window.lua}. */
public final class RateLimiter {

    /** Where a ledger counts the tokens: more than Redis can start, and few enough that a script can count them exactly. */
    private static final double UNLIMITED_PER_SECOND = 1_000_000;

    private final Queue queue;
    private final QueueSettings.Backpressure settings;

    RateLimiter(Queue queue) {
        this.queue = queue;
        this.settings = queue.settings().backpressure();
    }

    /** A window's worth of tokens; where it is no whole number, some windows have one more than others. */
    static double perWindow(QueueSettings.Backpressure settings) {
        return settings.globalRps() * settings.rateLimitWindow().toMillis() / 1000.0;
    }

    /** What every script of a partition that plans or takes tokens must know. */
    static String text(QueueSettings settings) {
        QueueSettings.Backpressure pressure = settings.backpressure();
        Duration window = pressure.rateLimitWindow();
        return settings.hasLedger()
                ? text(UNLIMITED_PER_SECOND * window.toMillis() / 1000.0, window, pressure.rateLimitBurst())
                : text(perWindow(pressure), window, pressure.rateLimitBurst(), pressure.share());
    }

    /** The same for a ledger. */
    static String text(double perWindow, Duration window, Duration burst) {
        return text(perWindow, window, burst, Share.LEND);
    }

    private static String text(double perWindow, Duration window, Duration burst, Share share) {
        return perWindow + " " + window.toMillis() + " " + burst.toMillis() + " " + share.word();
    }

    /** A group nobody knows has used nothing and would get the share of one more. */
    public Status status(GroupId group) {
        return statuses(List.of(group)).getFirst();
    }

    /** In the order asked for. All are asked before the first answer is awaited: a page of groups is one round trip. */
    public List<Status> statuses(List<GroupId> groups) {
        RedisQueue redis = queue.home().redis();
        long windowMillis = settings.rateLimitWindow().toMillis();
        long now = redis.millis();
        long starts = now - now % windowMillis;
        CompletableFuture<String> used = queue.settings().hasLedger()
                ? CompletableFuture.completedFuture(queue.ledgers().getFirst().windows())
                : redis.readLater(commands -> commands.hget(redis.keys().pace(), Utf8.bytes("windows")))
                        .thenApply(windows -> windows == null ? "" : Utf8.text(windows));
        CompletableFuture<Double> rate =
                redis.readLater(commands -> commands.hget(redis.keys().state(), Utf8.bytes("globalRps")))
                        .thenApply(set -> set == null ? settings.globalRps() : Double.parseDouble(Utf8.text(set)));
        CompletableFuture<Long> active = new OpenGroups(queue).count();
        List<CompletableFuture<List<KeyValue<byte[], byte[]>>>> asked = groups.stream().map(this::ask).toList();

        long tokens = quota(starts / windowMillis, redis.await(rate) * windowMillis / 1000);
        return asked.stream().map(group -> {
            List<String> meta = texts(redis.await(group));
            double maxRps = number(meta.get(1));
            long share = Math.max(1, tokens / (redis.await(active) + (isOpen(meta.get(2)) ? 0 : 1)));
            long limit = settings.share() == Share.STRICT ? share : tokens;
            return new Status(
                    usedSince(starts, redis.await(used)),
                    tokens,
                    usedSince(starts, meta.get(0)),
                    maxRps > 0
                            ? Math.min(limit, Math.max(1, quota(starts / windowMillis, maxRps * windowMillis / 1000)))
                            : limit,
                    redis.await(active),
                    Instant.ofEpochMilli(starts + windowMillis));
        }).toList();
    }

    /** @param windows start and use of the last windows in turn */
    private static long usedSince(long start, String windows) {
        String[] words = windows.split(" ");
        long used = 0;
        for (int i = 0; i + 1 < words.length; i += 2) {
            used += Long.parseLong(words[i]) == start ? Long.parseLong(words[i + 1]) : 0;
        }
        return used;
    }

    private CompletableFuture<List<KeyValue<byte[], byte[]>>> ask(GroupId group) {
        RedisQueue redis = queue.of(group).redis();
        return redis.readLater(commands -> commands.hmget(
                redis.keys().group(group, "meta"), Utf8.bytes("windows"), Utf8.bytes("maxRps"), Utf8.bytes("status")));
    }

    private static boolean isOpen(String status) {
        return OpenGroups.STATUSES.stream().anyMatch(open -> open.name().equals(status));
    }

    /** Whole tokens of one window, as the scripts count them. */
    private static long quota(long window, double perWindow) {
        return (long) (Math.floor((window + 1) * perWindow) - Math.floor(window * perWindow));
    }

    private static List<String> texts(List<KeyValue<byte[], byte[]>> values) {
        return values.stream().map(value -> value.hasValue() ? Utf8.text(value.getValue()) : "").toList();
    }

    private static double number(String text) {
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    /**
     * The current window.
     *
     * @param globalCount tokens taken in it
     * @param groupCount those of the group; only counted for a group with a limit of its own
     * @param groupLimit what the group may use of them: all, its strict share, or its own lower rate, which may be less
     *     than one job in every window
     * @param activeGroups groups with an unfinished run
     */
    public record Status(
            long globalCount,
            long globalLimit,
            long groupCount,
            long groupLimit,
            long activeGroups,
            Instant nextWindow) {}
}
