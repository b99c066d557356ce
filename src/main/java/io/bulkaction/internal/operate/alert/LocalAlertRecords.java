package io.bulkaction.internal.operate.alert;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Of this instance alone, for what cannot be kept in Redis: that it is away. */
final class LocalAlertRecords implements AlertRecords {

    private final Map<String, String> records = new ConcurrentHashMap<>();

    @Override
    public Map<String, String> all() {
        return Map.copyOf(records);
    }

    @Override
    public Optional<String> find(String cause) {
        return Optional.ofNullable(records.get(cause));
    }

    @Override
    public boolean create(String cause, String record) {
        return records.putIfAbsent(cause, record) == null;
    }

    @Override
    public boolean replace(String cause, String known, String record) {
        return records.replace(cause, known, record);
    }

    @Override
    public boolean remove(String cause, String known) {
        return records.remove(cause, known);
    }
}
