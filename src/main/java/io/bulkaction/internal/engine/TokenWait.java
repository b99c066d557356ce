package io.bulkaction.internal.engine;

import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;

/**
 * How a loop waits for the next token: it may be long, and somebody may raise the rate meanwhile, who leaves a wake signal. At
 * first it only rests, because most signals tell of new work and bring no token. For one loop.
 */
final class TokenWait {

    private static final Duration REST = Duration.ofMillis(20);

    private Deadline until = Deadline.in(Duration.ZERO);

    /** @return how long the loop is to rest before its next turn */
    Duration begin(Duration wait) {
        until = Deadline.in(wait);
        return Fetcher.shorter(wait, REST);
    }

    /** First in each turn: as long as the token is not there, waits for a signal. */
    void goOn(WakingLoop loop, Duration atMost) {
        if (!until.isOver()) {
            loop.awaitSignal(Fetcher.shorter(until.remaining(), atMost));
            until = Deadline.in(Duration.ZERO);
        }
    }
}
