package io.bulkaction.internal.operate;

import io.bulkaction.PriorityLevel;
import java.util.Map;

/**
 * How many there are of what, all at one moment.
 *
 * @param groups groups in each fair queue
 * @param parkedGroups groups with jobs that are taken out of the fair queue for a while
 * @param activeGroups groups with an unfinished run
 * @param pending jobs in the fair queue, those of parked groups included
 * @param recentDeadLetters those of {@code deadLetters} that failed lately
 */
public record QueueCounts(
        Map<PriorityLevel, Long> groups,
        long parkedGroups,
        long activeGroups,
        long pending,
        long ready,
        long nonReady,
        long inFlight,
        long deadLetters,
        long recentDeadLetters,
        Lifetime lifetime) {

    /** Jobs that only wait for a worker: in the fair queue or admitted already. */
    public long waiting() {
        return pending + ready;
    }

    /**
     * What ever happened in this queue.
     *
     * @param revived dead letters that a person sent back
     * @param corrected what a repair added or took away, because jobs were lost or removed by hand
     */
    public record Lifetime(
            long enqueued,
            long completed,
            long buried,
            long cancelled,
            long resolved,
            long revived,
            long corrected) {

        /** Jobs that have begun and not ended; a revived job begins once more. */
        public long unfinished() {
            return enqueued + revived + corrected - completed - buried - cancelled;
        }
    }
}
