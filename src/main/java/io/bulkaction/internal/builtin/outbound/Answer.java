package io.bulkaction.internal.builtin.outbound;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the other side answered.
 *
 * @param complete false when the body was longer than allowed, or broke off
 */
public record Answer(int status, @Nullable String retryAfter, byte[] body, boolean complete) {

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** How long the other side asks to wait; empty when it does not say, or not readably. */
    public Optional<Duration> retryAfter(Instant now) {
        return RetryAfter.parse(retryAfter, now);
    }
}
