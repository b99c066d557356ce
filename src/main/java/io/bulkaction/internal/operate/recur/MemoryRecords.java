package io.bulkaction.internal.operate.recur;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** In memory, for tests without Redis. */
final class MemoryRecords implements RecurringRecords {

    private final InstantSource clock;
    private final Map<String, Stored> stored = new TreeMap<>();

    MemoryRecords(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public synchronized List<String> due() {
        long now = clock.millis();
        return stored.values().stream().filter(each -> each.state().dueAt() <= now)
                .map(each -> each.action().name()).toList();
    }

    @Override
    public synchronized long count() {
        return stored.size();
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(stored.keySet());
    }

    @Override
    public synchronized Optional<Stored> find(String name) {
        return Optional.ofNullable(stored.get(name));
    }

    @Override
    public synchronized Map<String, Stored> all() {
        return new TreeMap<>(stored);
    }

    @Override
    public synchronized boolean create(RecurringAction action, RecurringState state) {
        return stored.putIfAbsent(action.name(), new Stored(action, state, "")) == null;
    }

    @Override
    public synchronized boolean replace(Stored known, RecurringAction action, RecurringState state) {
        return stored.replace(known.action().name(), known, new Stored(action, state.nextRevision(), ""));
    }

    @Override
    public synchronized boolean remove(Stored known) {
        return stored.remove(known.action().name(), known);
    }
}
