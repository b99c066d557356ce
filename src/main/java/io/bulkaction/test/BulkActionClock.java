package io.bulkaction.test;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock of all queues of a test. It stands still until it is moved, and a job takes no time on it: after
 * {@link #advance} everything that had become due has run, and its results and events are there. An hour of retries,
 * windows and ticks of recurring bulk actions passes in a moment, and in the same way each time.
 *
 * {@snippet class="com.example.invoicing.PrintRetriesIT" region="advance"}
 *
 * <p>It is the clock of bulk-action alone: {@code Instant.now()} in your own code does not follow it. For one thread.
 */
public interface BulkActionClock {

    /** {@return the time on this clock} */
    Instant now();

    /**
     * Moves the clock on, stops at every moment at which something is due, and does it.
     *
     * @param time how long; zero runs only what is due now
     * @throws IllegalStateException when a job that is being run calls it
     */
    void advance(Duration time);
}
