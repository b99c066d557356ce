package io.bulkaction.queue;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;

/** Redis has no memory left for more jobs. Nothing of the batch was written; what is queued goes on and makes room. */
public final class RedisFullException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    RedisFullException(Throwable cause) {
        super("Redis has no memory left; nothing was written, submit again when jobs have finished", cause);
    }

    static Throwable orItself(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean full =
                cause instanceof RedisCommandExecutionException && String.valueOf(cause.getMessage()).startsWith("OOM");
        return full ? new RedisFullException(cause) : cause;
    }
}
