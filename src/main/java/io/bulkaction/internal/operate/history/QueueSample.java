package io.bulkaction.internal.operate.history;

import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.operate.QueueCounts;
import io.bulkaction.internal.operate.Survey;
import java.time.Instant;

/**
 * A queue at one moment of the past.
 *
 * @param at on the clock of Redis
 * @param completed jobs that had ever succeeded by then; {@code buried} those that had failed for good
 * @param waits of the jobs that this instance had started shortly before
 */
public record QueueSample(
        Instant at,
        long waiting,
        long delayed,
        long active,
        long failed,
        long completed,
        long buried,
        WaitTimes waits) {

    static QueueSample of(Survey survey, WaitTimes waits) {
        QueueCounts counts = survey.counts();
        return new QueueSample(
                survey.at(),
                counts.waiting(),
                counts.nonReady(),
                counts.inFlight(),
                counts.deadLetters(),
                counts.lifetime().completed(),
                counts.lifetime().buried(),
                waits);
    }

    long ended() {
        return completed + buried;
    }
}
