package io.bulkaction;

/**
 * Redis could not do what was asked, and will by itself: it does not answer, changes its master, or is moving the queue to
 * another node. What was submitted may have been accepted or not. Submit the same jobs again, with the same ids: those that
 * are there already are not added twice.
 */
public final class RedisUnavailableException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /** Why Redis could not do it. */
    public enum Reason {
        /** It does not answer, or does not take part in its cluster, or is not the master any more. */
        REDIS_UNAVAILABLE("Redis is not available"),
        /** The cluster is moving the queue to another node. Nothing was written. */
        SLOT_MOVING("the queue is being moved to another node of the cluster"),
        /** It was written, but fewer replicas than {@code reliability.replicas} have confirmed it in time. */
        NOT_REPLICATED("too few replicas have what was written"),
        /** The queue has another number of partitions than this process knows, or is just getting one. Nothing was written. */
        PARTITIONS_CHANGED("the queue has another number of partitions"),
        /** The check at start has not passed yet: {@code bulk-action.start-check} is {@code warn}. Nothing was written. */
        NOT_CHECKED("the check of Redis at start has not passed");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /** Why Redis could not do it. */
    private final Reason reason;

    /**
     * Used by the library.
     *
     * @param reason why
     * @param cause what Redis or its client said
     */
    public RedisUnavailableException(Reason reason, Throwable cause) {
        super(reason.text + "; try again, nothing is added twice", cause);
        this.reason = reason;
    }

    /**
     * Tells the reasons apart.
     *
     * @return why Redis could not do it
     */
    public Reason reason() {
        return reason;
    }
}
