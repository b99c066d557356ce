package io.bulkaction.processor;

import org.jspecify.annotations.Nullable;

/** The payload is not what the processor expects. Permanent, unless the settings say otherwise: it will not change. */
public class BadPayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadPayloadException(String message) {
        this(message, null);
    }

    public BadPayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
