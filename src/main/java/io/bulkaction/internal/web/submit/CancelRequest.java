package io.bulkaction.internal.web.submit;

import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

record CancelRequest(@Nullable @Size(max = 1_000) String reason) {

    /** Empty without a body or without a reason in it. */
    static String reason(@Nullable CancelRequest request) {
        return request == null || request.reason() == null ? "" : request.reason();
    }
}
