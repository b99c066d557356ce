package io.bulkaction.internal.run;

import java.time.Duration;

/**
 * How often a watcher looks, and how long it leaves to another what that one has taken.
 *
 * @param rest between two turns, unless woken
 * @param finalizeLease how long another may take to make a result before a second one tries
 * @param eventLease the same for publishing an event
 * @param cancelPatience how long a cancellation may stand still before somebody else goes on with it
 * @param housekeeping between two looks at what is old
 */
record WatchTiming(
        Duration rest, Duration finalizeLease, Duration eventLease, Duration cancelPatience, Duration housekeeping) {

    static final WatchTiming DEFAULT = new WatchTiming(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Announcer.LEASE,
            Duration.ofSeconds(5),
            Duration.ofSeconds(30));
}
