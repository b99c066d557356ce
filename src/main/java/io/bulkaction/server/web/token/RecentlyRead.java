package io.bulkaction.server.web.token;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Remembers what was read for a moment, so that many calls of one caller cost one read. */
public final class RecentlyRead<V> {

    private static final int MAX_KEPT = 10_000;

    private final long nanos;
    private final LongSupplier clock;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    private record Entry<V>(V value, long readAt) {}

    /** @param clock in nanoseconds */
    public RecentlyRead(Duration valid, LongSupplier clock) {
        this.nanos = valid.toNanos();
        this.clock = clock;
    }

    /** What the read throws is not remembered. */
    public V get(String key, Function<String, V> read) {
        long now = clock.getAsLong();
        synchronized (entries) {
            Entry<V> known = entries.get(key);
            if (known != null && now - known.readAt < nanos) {
                return known.value;
            }
        }
        V value = read.apply(key);
        synchronized (entries) {
            // why: callers choose the keys
            if (entries.size() >= MAX_KEPT) {
                entries.remove(entries.keySet().iterator().next());
            }
            // why the time before the read: what was changed since must be seen when it is over
            entries.put(key, new Entry<>(value, now));
        }
        return value;
    }

    public void forget(String key) {
        synchronized (entries) {
            entries.remove(key);
        }
    }
}
