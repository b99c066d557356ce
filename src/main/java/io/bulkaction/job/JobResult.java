package io.bulkaction.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of one attempt. */
public sealed interface JobResult {

    /** Done. The data, if any, must be something JSON can carry; it reaches the aggregator of the processor's type. */
    record Success(@Nullable Object data) implements JobResult {}

    /** Not done. Whether it is tried again is the processor's word, within the limits of the retry policy. */
    record Failure(String code, String message, boolean retryable) implements JobResult {}

    /** The outside asked to be called later; the whole group waits until then and no attempt is used up. */
    record Throttled(Duration retryAfter) implements JobResult {}

    static JobResult success() {
        return new Success(null);
    }

    static JobResult success(@Nullable Object data) {
        return new Success(data);
    }

    static JobResult failure(String code, String message, boolean retryable) {
        return new Failure(code, message, retryable);
    }

    static JobResult permanent(String code, String message) {
        return new Failure(code, message, false);
    }

    static JobResult throttled(Duration retryAfter) {
        return new Throttled(retryAfter);
    }
}
