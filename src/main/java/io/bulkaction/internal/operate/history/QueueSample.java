package io.bulkaction.internal.operate.history;

import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.operate.QueueStatus;
import java.time.Instant;

/**
 * A queue at one moment of the past.
 *
 * @param delayed jobs that waited for a time
 * @param active jobs in flight
 * @param failed dead letters
 * @param completed all jobs that had ever succeeded
 * @param waits of the jobs that the instance which took the sample had started shortly before
 */
public record QueueSample(
        Instant at, long waiting, long delayed, long active, long failed, long completed, WaitTimes waits) {

    static QueueSample of(QueueStatus status, WaitTimes waits) {
        return new QueueSample(
                status.at(),
                status.waiting(),
                status.nonReady(),
                status.inFlight(),
                status.deadLetters(),
                status.lifetime().completed(),
                waits);
    }
}
