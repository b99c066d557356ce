package io.bulkaction.internal.operate.recur;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The recurring bulk actions of a queue. Who changes one says what it was before. */
interface RecurringRecords {

    /** @param text how the state is stored */
    record Stored(RecurringAction action, RecurringState state, String text) {}

    static RecurringRecords of(Queue queue) {
        return new RedisRecords(queue.home().redis());
    }

    static Map<QueueName, RecurringRecords> of(Collection<Queue> queues) {
        Map<QueueName, RecurringRecords> records = new TreeMap<>();
        queues.forEach(queue -> records.put(queue.name(), of(queue)));
        return records;
    }

    Instant now();

    /** Those to be looked at by now. */
    List<String> due();

    long count();

    List<String> names();

    Optional<Stored> find(String name);

    /** By name. */
    Map<String, Stored> all();

    /** False if there is one of this name already. */
    boolean create(RecurringAction action, RecurringState state);

    /** False if somebody else has changed it meanwhile. */
    boolean replace(Stored known, RecurringAction action, RecurringState state);

    /** False if somebody else has changed it meanwhile. */
    boolean remove(Stored known);
}
