package io.bulkaction;

import java.util.Collection;

/** The queue is not in the settings. A queue exists when anything is set under {@code bulk-action.queues.<name>}. */
public final class UnknownQueueException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param name the queue
     * @param known the queues that there are
     */
    public UnknownQueueException(QueueName name, Collection<QueueName> known) {
        super("queue '" + name + "' is unknown", "; there are " + known
                + " (a queue exists when bulk-action.queues.<name> is set)");
    }
}
