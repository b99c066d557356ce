package io.bulkaction.internal.engine;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How many jobs of a processor type may run in this process, in all queues together, for the types whose settings limit that.
 * Each claim says how many more may run, so Redis gives no more away; only where two claims are under way at once may there
 * be too many, which are given back.
 */
public final class TypeLimits {

    /** Limits nothing. */
    public static final TypeLimits NONE = new TypeLimits(List.of(), type -> 0);

    private final Map<String, Integer> limits = new TreeMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final List<Consumer<String>> watchers = new CopyOnWriteArrayList<>();
    private long freed;

    /** @param concurrency how many jobs of a type may run at once, 0 = any number */
    public TypeLimits(Collection<String> types, ToIntFunction<String> concurrency) {
        types.stream()
                .filter(type -> concurrency.applyAsInt(type) > 0)
                .forEach(type -> limits.put(type, concurrency.applyAsInt(type)));
    }

    /** @param watcher told of a type of which one more may run; called without locks, must not block */
    void watch(Consumer<String> watcher) {
        watchers.add(watcher);
    }

    /** @return whether one more job of the type may run; it counts until it is given back */
    synchronized boolean take(String type) {
        if (!limits.containsKey(type)) {
            return true;
        }
        int spare = spareOf(type);
        if (spare > 0) {
            running.merge(type, 1, Integer::sum);
        }
        return spare > 0;
    }

    /** One that was taken has ended. */
    synchronized void giveBack(String type) {
        if (running.computeIfPresent(type, (any, count) -> count - 1) != null) {
            freed++;
        }
    }

    /** After {@link #giveBack}, when no lock is held. */
    void tell(String type) {
        if (limits.containsKey(type)) {
            watchers.forEach(watcher -> watcher.accept(type));
        }
    }

    /** Changes whenever one more job of any type may run. */
    synchronized long freed() {
        return freed;
    }

    synchronized boolean hasSpare(Collection<String> types) {
        return types.stream().anyMatch(type -> spareOf(type) > 0);
    }

    /** How many more of each type may run, as the scripts read it. */
    String spare() {
        if (limits.isEmpty()) {
            return "";
        }
        synchronized (this) {
            return limits.keySet().stream().map(type -> type + "=" + spareOf(type)).collect(Collectors.joining(" "));
        }
    }

    private int spareOf(String type) {
        return limits.getOrDefault(type, 0) - running.getOrDefault(type, 0);
    }
}
