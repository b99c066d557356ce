package io.bulkaction.internal.operate;

import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A queue at a glance, all of it at one moment.
 *
 * @param waiting jobs that wait for a worker; {@code ready} is the part of them that is admitted already
 * @param active jobs that run
 * @param failed dead letters
 * @param completed jobs that ever succeeded
 * @param delayed jobs that wait for a time
 * @param failedJobId the job whose failure paused the queue
 * @param groups groups that wait for their turn
 * @param instances live ones
 * @param workers of all live instances
 * @param openAlerts what is wrong at the moment
 * @param oldestWait how long the job that waits longest for its turn has waited; null when none waits
 */
public record QueueStatus(
        QueueName queue,
        Instant at,
        boolean isPaused,
        long waiting,
        long active,
        long failed,
        long completed,
        long delayed,
        @Nullable Instant pausedAt,
        @Nullable String pauseReason,
        @Nullable String pausedBy,
        @Nullable JobId failedJobId,
        long ready,
        Map<PriorityLevel, Long> groups,
        long parkedGroups,
        long activeGroups,
        int instances,
        int workers,
        int openAlerts,
        @Nullable Duration oldestWait) {

    static QueueStatus of(QueueName queue, Survey survey, Optional<Duration> oldestWait) {
        QueueCounts counts = survey.counts();
        Survey.@Nullable Pause pause = survey.pause().orElse(null);
        return new QueueStatus(
                queue,
                survey.at(),
                pause != null,
                counts.waiting(),
                counts.inFlight(),
                counts.deadLetters(),
                counts.lifetime().completed(),
                counts.nonReady(),
                pause == null ? null : pause.since(),
                pause == null ? null : pause.reason(),
                pause == null ? null : pause.by(),
                pause == null ? null : pause.failedJob().orElse(null),
                counts.ready(),
                counts.groups(),
                counts.parkedGroups(),
                counts.activeGroups(),
                survey.instances().live().size(),
                survey.instances().workers(),
                survey.alerts().size(),
                oldestWait.orElse(null));
    }
}
