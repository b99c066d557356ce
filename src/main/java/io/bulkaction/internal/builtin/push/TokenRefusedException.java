package io.bulkaction.internal.builtin.push;

import java.io.IOException;

/** There is no access token. Nothing is wrong with the job, so it is retried. */
final class TokenRefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    TokenRefusedException(String message) {
        super(message);
    }
}
