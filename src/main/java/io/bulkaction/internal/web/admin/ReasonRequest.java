package io.bulkaction.internal.web.admin;

import org.jspecify.annotations.Nullable;

/** The body of a call that says why. */
record ReasonRequest(@Nullable String reason) {

    /** The reason of a body that may be missing. */
    static @Nullable String reason(@Nullable ReasonRequest request) {
        return request == null ? null : request.reason;
    }
}
