package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.settings.QueueSettings;
import io.lettuce.core.KeyValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How much of the current window is used. The tokens themselves are taken in {@code lua/lib/window.lua}. */
public final class RateLimiter {

    private final RedisQueue redis;
    private final QueueSettings.Backpressure settings;

    public RateLimiter(RedisQueue redis) {
        this.redis = redis;
        this.settings = redis.settings().backpressure();
    }

    /** A window's worth of tokens; where it is no whole number, some windows have one more than others. */
    static double perWindow(QueueSettings.Backpressure settings) {
        return settings.globalRps() * settings.rateLimitWindow().toMillis() / 1000.0;
    }

    /** A group nobody knows has used nothing and would get the share of one more. */
    public Status status(GroupId group) {
        return statuses(List.of(group)).getFirst();
    }

    /** In the order asked for. All are asked before the first answer is awaited: a page of groups is one round trip. */
    public List<Status> statuses(List<GroupId> groups) {
        long windowMillis = settings.rateLimitWindow().toMillis();
        long window = redis.millis() / windowMillis;
        CompletableFuture<byte[]> used =
                redis.readLater(commands -> commands.get(redis.keys().rateLimitGlobal(window)));
        CompletableFuture<Long> active = redis.readLater(commands -> commands.scard(redis.keys().active()));
        List<Asked> asked = groups.stream().map(this::ask).toList();

        long tokens = quota(window, perWindow(settings));
        return asked.stream().map(group -> {
            List<String> meta = texts(redis.await(group.meta()));
            long share = Math.max(1, tokens / (redis.await(active) + (redis.await(group.isActive()) ? 0 : 1)));
            double maxRps = number(meta.get(1));
            String inThisWindow = window + " ";
            return new Status(
                    (long) number(text(redis.await(used))),
                    tokens,
                    meta.get(0).startsWith(inThisWindow) ? (long) number(meta.get(0).substring(inThisWindow.length()))
                            : 0,
                    maxRps > 0 ? Math.min(share, Math.max(1, quota(window, maxRps * windowMillis / 1000))) : share,
                    redis.await(active),
                    Instant.ofEpochMilli((window + 1) * windowMillis));
        }).toList();
    }

    private Asked ask(GroupId group) {
        return new Asked(
                redis.readLater(commands -> commands.sismember(redis.keys().active(), bytes(group.value()))),
                redis.readLater(commands -> commands.hmget(
                        redis.keys().group(group, "meta"), bytes("window"), bytes("maxRps"))));
    }

    private record Asked(
            CompletableFuture<Boolean> isActive, CompletableFuture<List<KeyValue<byte[], byte[]>>> meta) {}

    /** Whole tokens of one window, as the scripts count them. */
    private static long quota(long window, double perWindow) {
        return (long) (Math.floor((window + 1) * perWindow) - Math.floor(window * perWindow));
    }

    private static List<String> texts(List<KeyValue<byte[], byte[]>> values) {
        return values.stream().map(value -> value.hasValue() ? text(value.getValue()) : "").toList();
    }

    private static double number(String text) {
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte @org.jspecify.annotations.Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The current window.
     *
     * @param globalCount jobs that entered Ready in it
     * @param groupCount those of the group
     * @param groupLimit the group's share or its own lower rate, which may be less than one job in every window; a token
     *     that the shares leave over may come on top
     * @param activeGroups groups with an unfinished run, among which the tokens are shared
     */
    public record Status(
            long globalCount,
            long globalLimit,
            long groupCount,
            long groupLimit,
            long activeGroups,
            Instant nextWindow) {}
}
