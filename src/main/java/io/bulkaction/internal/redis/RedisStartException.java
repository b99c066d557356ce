package io.bulkaction.internal.redis;

import org.jspecify.annotations.Nullable;

/** Redis cannot be started, reached or used. The message says why, the remedy what to do. */
public final class RedisStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    public RedisStartException(String message, String remedy, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
