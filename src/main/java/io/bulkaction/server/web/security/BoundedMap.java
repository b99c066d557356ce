package io.bulkaction.server.web.security;

import java.util.LinkedHashMap;
import java.util.Map;

/** Forgets the entry put longest ago when it would grow beyond its bound, because callers choose the keys. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int bound;

    BoundedMap(int bound) {
        this.bound = bound;
    }

    /** Puts the entry so that it is forgotten last. */
    void renew(K key, V value) {
        remove(key);
        put(key, value);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > bound;
    }
}
