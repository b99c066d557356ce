package io.bulkaction.internal.loop;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Failures of a loop since its last good turn: how long to back off, and which of them are news. An outage of an hour
 * is one line at its start and one at its end, not one per turn.
 */
final class FailureStreak {

    private static final System.Logger LOG = System.getLogger(Loop.class.getName());

    static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
    static final Duration LONGEST_BACKOFF = Duration.ofSeconds(2);

    // why: a message may contain a number that changes each time, and each would be news
    private static final int MAX_LOGGED = 10;

    private final String loopName;
    private final Set<String> logged = new HashSet<>();
    private final Duration firstBackoff;
    private Duration backoff;
    private int failures;

    FailureStreak(String loopName, Duration firstBackoff) {
        this.loopName = loopName;
        this.firstBackoff = firstBackoff;
        this.backoff = firstBackoff;
    }

    /** Returns how long to back off. */
    Duration add(Throwable failure) {
        failures++;
        logIfNews(failure);
        Duration now = backoff;
        Duration doubled = backoff.multipliedBy(2);
        backoff = doubled.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : doubled;
        return now;
    }

    void end() {
        if (failures == 0) {
            return;
        }
        LOG.log(System.Logger.Level.INFO, "Loop {0} has recovered after {1} failed turns", loopName, failures);
        failures = 0;
        logged.clear();
        backoff = firstBackoff;
    }

    private void logIfNews(Throwable failure) {
        try {
            String text = failure.toString();
            if (logged.size() < MAX_LOGGED && logged.add(text)) {
                LOG.log(System.Logger.Level.WARNING, "Loop " + loopName + " failed and continues: " + text, failure);
            }
        } catch (RuntimeException ignored) {
            // why: a failure that cannot be described, or a log that fails itself, must not end the loop
            LOG.log(System.Logger.Level.WARNING, "Loop " + loopName + " failed and continues: " + failure.getClass());
        }
    }
}
