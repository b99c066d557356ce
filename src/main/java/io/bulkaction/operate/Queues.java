package io.bulkaction.operate;

import io.bulkaction.job.QueueName;
import io.bulkaction.queue.Queue;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** All queues by name. */
public final class Queues {

    private final Map<QueueName, Queue> byName = new TreeMap<>();

    public Queues(Collection<Queue> queues) {
        queues.forEach(queue -> byName.put(queue.name(), queue));
    }

    public Collection<Queue> all() {
        return byName.values();
    }

    /** Throws a {@link RefusedException} with {@link Refusal#UNKNOWN_QUEUE} when there is none. */
    public Queue get(QueueName name) {
        Queue queue = byName.get(name);
        if (queue == null) {
            throw Refusal.UNKNOWN_QUEUE.with(name);
        }
        return queue;
    }
}
