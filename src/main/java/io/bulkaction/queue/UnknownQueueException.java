package io.bulkaction.queue;

import io.bulkaction.job.QueueName;
import java.util.Collection;

/** A queue that is not in the settings. */
public final class UnknownQueueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public UnknownQueueException(QueueName name, Collection<QueueName> known) {
        super("queue '" + name + "' is unknown; there are " + known
                + " (a queue exists when bulk-action.queues.<name> is set)");
    }
}
