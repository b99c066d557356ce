package io.bulkaction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction has committed, and then its jobs could not be sent; the cause says why. The commit stands. Submit the
 * {@link #requests()} again until that succeeds: what was sent already counts as duplicate. An outbox
 * ({@code bulk-action.outbox.enabled}) does this by itself.
 */
public final class JobsNotSentException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private static final int NAMED = 5;

    private final transient @Nullable List<BulkActionRequest> requests;

    /**
     * Used by the library.
     *
     * @param requests what was not sent, or not completely
     * @param cause why
     */
    public JobsNotSentException(List<BulkActionRequest> requests, RuntimeException cause) {
        super("The transaction has committed, but its jobs for " + groups(requests) + " could not be sent: "
                + cause.getMessage(), cause);
        this.requests = List.copyOf(requests);
    }

    private static String groups(List<BulkActionRequest> requests) {
        List<String> groups = requests.stream()
                .map(request -> request.target().queue() + "/" + request.target().group()).distinct().toList();
        return String.join(", ", groups.subList(0, Math.min(groups.size(), NAMED)))
                + (groups.size() > NAMED ? " and " + (groups.size() - NAMED) + " more groups" : "");
    }

    /**
     * The requests, with the ids of all their jobs, also of those that had none. Durations are times in them.
     *
     * @return each can be submitted once; none after the exception was serialized, because requests have payloads of any kind
     */
    public List<BulkActionRequest> requests() {
        return requests == null ? List.of() : requests;
    }
}
