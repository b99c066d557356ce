package io.bulkaction.internal.flow;

import io.bulkaction.QueueName;
import io.bulkaction.UnknownQueueException;
import java.util.Collection;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** All queues of this service by name. */
public final class Queues {

    private final SequencedMap<QueueName, Queue> queues;

    public Queues(Map<QueueName, Queue> queues) {
        this.queues = new TreeMap<>(queues);
    }

    /** @throws UnknownQueueException when there is no such queue */
    public Queue get(QueueName name) {
        Queue queue = queues.get(name);
        if (queue == null) {
            throw new UnknownQueueException(name, queues.keySet());
        }
        return queue;
    }

    /** @throws UnknownQueueException when there is no such queue */
    public Collection<Queue> of(Collection<QueueName> names) {
        return names.stream().map(this::get).toList();
    }

    public Collection<Queue> all() {
        return queues.values();
    }
}
