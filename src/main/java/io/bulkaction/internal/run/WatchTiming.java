package io.bulkaction.internal.run;

import java.time.Duration;

/**
 * How often a watcher looks, and for how long it leaves alone what another instance has taken.
 *
 * @param rest between two turns, unless woken
 * @param finalizeLease how long an instance may take to make a result before another one tries
 * @param eventLease the same for publishing an event
 * @param cancelPatience how old the last step of a cancellation may be before another instance continues it
 * @param housekeeping between two rounds of housekeeping
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
