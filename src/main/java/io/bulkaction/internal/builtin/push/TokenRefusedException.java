package io.bulkaction.internal.builtin.push;

import java.io.IOException;

/** No access token could be had. Nothing is wrong with the job, so it is tried again. */
final class TokenRefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    TokenRefusedException(String message) {
        super(message);
    }
}
