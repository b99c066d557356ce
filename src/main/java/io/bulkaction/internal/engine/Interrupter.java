package io.bulkaction.internal.engine;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.Set;

/** Looks once a second, while jobs run here, whether a group of theirs is being cancelled. */
final class Interrupter {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final InFlight inFlight;
    private final Attempts attempts;
    private final Loop loop;

    Interrupter(String queue, InFlight inFlight, Attempts attempts) {
        this.inFlight = inFlight;
        this.attempts = attempts;
        this.loop = new Loop("interrupter-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        if (!attempts.isEmpty()) {
            Set<GroupId> cancelling = inFlight.cancelling();
            if (!cancelling.isEmpty()) {
                attempts.cancel(cancelling);
            }
        }
        return INTERVAL;
    }
}
