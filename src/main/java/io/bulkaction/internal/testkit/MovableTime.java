package io.bulkaction.internal.testkit;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A time that stands still until it is moved. Begins when the application does. */
public final class MovableTime implements InstantSource {

    private volatile Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Override
    public Instant instant() {
        return now;
    }

    public long toEpochMilli() {
        return now.toEpochMilli();
    }

    void moveTo(Instant later) {
        now = later;
    }
}
