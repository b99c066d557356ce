package io.bulkaction.internal.engine.retry;

import java.time.Duration;

/** What becomes of a job after an attempt. */
public sealed interface Decision {

    record Complete() implements Decision {}

    /** Tried again; counts as a failure. */
    record Retry(Duration delay) implements Decision {}

    /** Its group waits as long as the outside asked; does not count as a failure. */
    record Park(Duration retryAfter) implements Decision {}

    record Fail(Reason reason) implements Decision {}

    enum Reason {
        PERMANENT,
        RETRIES_USED_UP
    }
}
