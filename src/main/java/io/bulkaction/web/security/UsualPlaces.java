package io.bulkaction.web.security;

/**
 * Remembers from which networks a user's right password came. There, guesses that others make elsewhere at the same name
 * do not count: otherwise anybody could keep a user out by guessing.
 */
final class UsualPlaces {

    private final BoundedMap<LoginKey, Boolean> places;

    UsualPlaces(int bound) {
        this.places = new BoundedMap<>(bound);
    }

    synchronized void add(LoginKey place) {
        places.renew(place, true);
    }

    synchronized boolean has(LoginKey place) {
        return places.containsKey(place);
    }
}
