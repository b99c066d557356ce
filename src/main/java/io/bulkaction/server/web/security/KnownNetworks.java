package io.bulkaction.server.web.security;

/**
 * Remembers from which networks a user has logged in. There, wrong passwords that others send from elsewhere do not
 * count: otherwise anybody could keep a user out by guessing.
 */
final class KnownNetworks {

    private final BoundedMap<LoginKey, Boolean> known;

    KnownNetworks(int bound) {
        this.known = new BoundedMap<>(bound);
    }

    synchronized void add(LoginKey key) {
        known.renew(key, true);
    }

    synchronized boolean has(LoginKey key) {
        return known.containsKey(key);
    }
}
