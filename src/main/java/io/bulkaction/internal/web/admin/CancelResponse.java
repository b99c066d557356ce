package io.bulkaction.internal.web.admin;

import io.bulkaction.Cancellation;

record CancelResponse(boolean success, String message, long cancelled, long running) {

    static CancelResponse of(Cancellation done, String message) {
        return new CancelResponse(true, message, done.cancelled(), done.running());
    }
}
