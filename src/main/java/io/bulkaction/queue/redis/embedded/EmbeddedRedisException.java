package io.bulkaction.queue.redis.embedded;

import org.jspecify.annotations.Nullable;

/** The embedded Redis cannot start. The message says why, the remedy what to do. */
public final class EmbeddedRedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    EmbeddedRedisException(String message, String remedy, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
