package io.bulkaction.internal.operate.history;

import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.operate.QueueStatus;

/**
 * A queue at one moment of the past.
 *
 * @param waits of the jobs that this instance had started shortly before
 */
public record QueueSample(QueueStatus status, WaitTimes waits) {}
