package io.bulkaction.internal.engine.retry;

/** What an attempt's outcome means. */
enum Verdict {
    /** Done, or it turned out to have been done before. */
    SUCCESS,
    RETRYABLE,
    /** The outside asked to be called later. */
    THROTTLED,
    /** No retry can mend it. */
    PERMANENT
}
