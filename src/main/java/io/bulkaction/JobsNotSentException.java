package io.bulkaction;

import java.util.List;

/**
 * A transaction has committed, and then its jobs could not be sent; the cause says why. The commit stands. Submit the
 * {@link #requests()} again until that succeeds: what was sent already counts as duplicate. An outbox
 * ({@code bulk-action.outbox.enabled}) does this by itself.
 */
public final class JobsNotSentException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private final transient List<BulkActionRequest> requests;

    /**
     * Used by the library.
     *
     * @param requests what was not sent, or not completely
     * @param cause why
     */
    public JobsNotSentException(List<BulkActionRequest> requests, RuntimeException cause) {
        super("The transaction has committed, but its jobs could not be sent: " + cause.getMessage(), cause);
        this.requests = List.copyOf(requests);
    }

    /**
     * The requests, with the ids of all their jobs, also of those that had none.
     *
     * @return each can be submitted once
     */
    public List<BulkActionRequest> requests() {
        return requests;
    }
}
