package io.bulkaction.internal.operate.audit;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XTrimArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who did what to a queue, newest first. There is one trail for each kind, with its own bound; they are read as one.
 */
public final class AuditTrail {

    static final int MAX_TEXT = 500;

    private static final int STEP = 500;

    /** Entries that one search looks at. */
    private static final int MAX_LOOKED = 5_000;

    private final RedisQueue redis;

    private AuditTrail(RedisQueue redis) {
        this.redis = redis;
    }

    public static AuditTrail of(Queue queue) {
        return new AuditTrail(queue.home().redis());
    }

    /** How much of one trail is kept. */
    public record Bound(int maxEntries, Duration retention) {}

    /** Cuts long texts. Entries older than the bound are removed with the next one, or expire. */
    public AuditEntry record(AuditKind kind, Bound bound, AuditNote note) {
        byte[] key = key(kind);
        Map<String, String> texts = note.fields();
        texts.replaceAll((field, text) -> text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…");
        Map<byte[], byte[]> fields = new LinkedHashMap<>();
        texts.forEach((name, text) -> fields.put(Utf8.bytes(name), Utf8.bytes(text)));
        XAddArgs capped = XAddArgs.Builder.maxlen(bound.maxEntries()).approximateTrimming();
        AuditPosition position = AuditPosition.of(redis.read(commands -> commands.xadd(key, capped, fields)), kind);
        // why from the id: it is the time of Redis, whatever the clock of this instance says
        long oldest = position.millis() - bound.retention().toMillis();
        CompletableFuture<Long> trimmed = redis.readLater(
                commands -> commands.xtrim(key, XTrimArgs.Builder.minId(Math.max(0, oldest) + "-0")));
        redis.read(commands -> commands.pexpire(key, bound.retention()));
        redis.await(trimmed);
        return entry(position, texts);
    }

    /**
     * @param kinds which trails; at least one
     * @param before id of the last entry of the previous page; null for the newest
     * @throws IllegalArgumentException if that is not the id of an entry
     */
    public Page page(Set<AuditKind> kinds, @Nullable String before, int limit) {
        @Nullable
        AuditPosition last = before == null ? null : AuditPosition.parse(before);
        List<CompletableFuture<Long>> sizes = kinds.stream()
                .map(kind -> redis.readLater(commands -> commands.xlen(key(kind))))
                .toList();
        List<CompletableFuture<List<StreamMessage<byte[], byte[]>>>> trails = kinds.stream()
                .map(kind -> redis.readLater(commands -> commands.xrevrange(
                        key(kind), olderThan(last, kind), Limit.from(limit))))
                .toList();
        Stream<Found> found = Stream.empty();
        int at = 0;
        for (AuditKind kind : kinds) {
            found = Stream.concat(found,
                    redis.await(trails.get(at++)).stream().map(message -> Found.of(message, kind)));
        }
        List<AuditEntry> entries = found.sorted(Comparator.comparing(Found::position).reversed())
                .limit(limit)
                .map(each -> entry(each.position, each.fields))
                .toList();
        return new Page(
                sizes.stream().mapToLong(redis::await).sum(), entries,
                entries.size() < limit ? null : entries.getLast().id());
    }

    /**
     * Only entries that fit. Looks at a bounded number of them; {@link Page#next} says where to go on, also if none of those
     * fitted.
     */
    public Page search(Set<AuditKind> kinds, AuditFilter filter, @Nullable String before, int limit) {
        List<AuditEntry> found = new ArrayList<>();
        @Nullable
        String cursor = before;
        Page step = page(kinds, cursor, STEP);
        long total = step.total();
        for (int looked = 0; !step.entries().isEmpty() && looked < MAX_LOOKED; looked += STEP) {
            for (AuditEntry entry : step.entries()) {
                cursor = entry.id();
                if (filter.fits(entry)) {
                    found.add(entry);
                }
                if (found.size() == limit) {
                    return new Page(total, found, cursor);
                }
            }
            step = page(kinds, cursor, STEP);
        }
        return new Page(total, found, step.entries().isEmpty() ? null : cursor);
    }

    private byte[] key(AuditKind kind) {
        return redis.keys().audit(kind.name().toLowerCase(Locale.ROOT));
    }

    private static Range<String> olderThan(@Nullable AuditPosition last, AuditKind kind) {
        if (last == null) {
            return Range.unbounded();
        }
        String id = last.idInTrail();
        return Range.from(
                Range.Boundary.unbounded(),
                kind.compareTo(last.kind()) < 0 ? Range.Boundary.including(id) : Range.Boundary.excluding(id));
    }

    private static AuditEntry entry(AuditPosition position, Map<String, String> fields) {
        return new AuditEntry(
                position.toString(),
                Instant.ofEpochMilli(position.millis()),
                position.kind(),
                fields.getOrDefault("who", ""),
                fields.getOrDefault("from", ""),
                fields.getOrDefault("action", ""),
                fields.getOrDefault("subject", ""),
                fields.getOrDefault("outcome", ""),
                fields.getOrDefault("detail", ""));
    }

    private record Found(AuditPosition position, Map<String, String> fields) {

        static Found of(StreamMessage<byte[], byte[]> message, AuditKind kind) {
            return new Found(AuditPosition.of(message.getId(), kind), Utf8.texts(message.getBody()));
        }
    }

    /**
     * @param total entries over all pages, whether they fit or not
     * @param next where the next page begins, to be passed as {@code before}; null if this was the last
     */
    public record Page(long total, List<AuditEntry> entries, @Nullable String next) {}
}
