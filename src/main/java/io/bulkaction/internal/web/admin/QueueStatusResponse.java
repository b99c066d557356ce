package io.bulkaction.internal.web.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.history.QueueHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A queue at a glance.
 *
 * @param expired jobs that have ever expired
 * @param delayed jobs that wait for a time: retries, and those that are scheduled
 * @param oldestWaitMillis how long the job that waits longest for its turn has waited; null when none waits
 * @param jobsPerSecond jobs that ended, over the last ten seconds
 * @param explanation whether the queue makes progress, and what it waits for
 */
record QueueStatusResponse(
        String queue,
        Instant at,
        @JsonProperty("isPaused") boolean isPaused,
        long waiting,
        long active,
        long failed,
        long completed,
        long expired,
        long delayed,
        long scheduled,
        @Nullable Instant pausedAt,
        @Nullable String pauseReason,
        @Nullable String pausedBy,
        @Nullable JobId failedJobId,
        @Nullable GroupId failedGroupId,
        long ready,
        Map<String, Long> groups,
        long parkedGroups,
        long activeGroups,
        int instances,
        int workers,
        int openAlerts,
        @Nullable Long oldestWaitMillis,
        double jobsPerSecond,
        WaitResponse waits,
        Explanation explanation) {

    static QueueStatusResponse of(QueueStatus status, QueueHistory history, Explanation explanation) {
        Map<String, Long> groups = new TreeMap<>();
        for (PriorityLevel level : PriorityLevel.values()) {
            groups.put(level.name().toLowerCase(Locale.ROOT), status.groups().getOrDefault(level, 0L));
        }
        Optional<QueueStatus.Pause> pause = status.pause();
        Optional<JobName> failed = pause.flatMap(QueueStatus.Pause::failedJob);
        return new QueueStatusResponse(
                status.queue().value(),
                status.at(),
                status.isPaused(),
                status.waiting(),
                status.inFlight(),
                status.deadLetters(),
                status.lifetime().completed(),
                status.lifetime().expired(),
                status.nonReady() + status.scheduled(),
                status.scheduled(),
                pause.map(QueueStatus.Pause::since).orElse(null),
                pause.map(QueueStatus.Pause::reason).orElse(null),
                pause.map(QueueStatus.Pause::by).orElse(null),
                failed.map(JobName::id).orElse(null),
                failed.map(JobName::group).orElse(null),
                status.ready(),
                groups,
                status.parkedGroups(),
                status.activeGroups(),
                status.instances().live().size(),
                status.instances().workers(),
                status.alerts().size(),
                status.oldestWait().map(Duration::toMillis).orElse(null),
                Math.round(status.jobsPerSecond() * 100) / 100.0,
                WaitResponse.of(history.recentWaits(status.queue())),
                explanation);
    }
}
