package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.flow.Queue;
import java.util.Map;
import java.util.Optional;

/** The stored alerts of a queue: one record per cause, whose content is up to the caller. */
interface AlertRecords {

    static AlertRecords of(Queue queue) {
        return new RedisAlertRecords(queue.home().redis());
    }

    Map<String, String> all();

    Optional<String> find(String cause);

    /** True for the first caller; false if there is a record already. */
    boolean create(String cause, String record);

    /** False if the record is no longer what the caller knows. */
    boolean replace(String cause, String known, String record);

    /** False if the record is no longer what the caller knows. */
    boolean remove(String cause, String known);
}
