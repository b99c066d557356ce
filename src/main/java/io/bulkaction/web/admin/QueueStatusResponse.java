package io.bulkaction.web.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.bulkaction.job.JobId;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.operate.QueueStatus;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A queue at a glance. @param delayed jobs that wait for a time */
record QueueStatusResponse(
        String queue,
        @JsonProperty("isPaused") boolean isPaused,
        long waiting,
        long active,
        long failed,
        long completed,
        long delayed,
        @Nullable Instant pausedAt,
        @Nullable String pauseReason,
        @Nullable String pausedBy,
        @Nullable String failedJobId,
        long ready,
        Map<String, Long> groups,
        long parkedGroups,
        long activeGroups,
        int instances,
        int workers,
        int openAlerts) {

    static QueueStatusResponse of(QueueStatus status) {
        Map<String, Long> groups = new TreeMap<>();
        for (PriorityLevel level : PriorityLevel.values()) {
            groups.put(level.key(), status.groups().getOrDefault(level, 0L));
        }
        JobId failedJob = status.failedJobId();
        return new QueueStatusResponse(
                status.queue().value(),
                status.isPaused(),
                status.waiting(),
                status.active(),
                status.failed(),
                status.completed(),
                status.delayed(),
                status.pausedAt(),
                status.pauseReason(),
                status.pausedBy(),
                failedJob == null ? null : failedJob.value(),
                status.ready(),
                groups,
                status.parkedGroups(),
                status.activeGroups(),
                status.instances(),
                status.workers(),
                status.openAlerts());
    }
}
