package io.bulkaction.internal.builtin.outbound;

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
}
