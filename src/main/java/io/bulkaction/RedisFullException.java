package io.bulkaction;

/**
 * Redis has no memory left for more jobs, or for what a running job wants to keep. Nothing of the batch was written; batches
 * before it were. Jobs that finish make room, so try again later.
 */
public final class RedisFullException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param cause the answer of Redis
     */
    public RedisFullException(Throwable cause) {
        super("Redis has no memory left; nothing was written, try again when jobs have finished", cause);
    }
}
