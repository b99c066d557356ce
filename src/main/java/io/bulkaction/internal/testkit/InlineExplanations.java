package io.bulkaction.internal.testkit;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.GroupProgress;
import io.bulkaction.Hold;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.explain.Explainer;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Explains jobs in memory as {@link Explainer} explains those of the test kit on Redis. In a test nothing runs by itself, so
 * whatever waits has no workers.
 */
record InlineExplanations(Instant now) {

    private static final Map<String, Object> NO_WORKERS = Map.of("workers", 0, "instances", 0);

    Explanation queue(Collection<InlineGroup> groups) {
        Map<String, Object> details = details(groups.stream().map(group -> group.progress(now)).toList());
        details.putAll(NO_WORKERS);
        details.put("deadLetters", groups.stream().flatMap(group -> group.jobs().stream())
                .filter(job -> job.status() == JobStatus.FAILED).count());
        return explain(Code.NO_WORKERS, null, details);
    }

    Explanation tenant(List<GroupProgress> groups) {
        Map<String, Object> details = details(groups);
        if (groups.stream().allMatch(group -> group.status().isFinished())) {
            details.put("groups", groups.size());
            return explain(Code.FINISHED, null, details);
        }
        details.putAll(NO_WORKERS);
        return explain(Code.NO_WORKERS, null, details);
    }

    Explanation group(InlineGroup group) {
        GroupProgress progress = group.progress(now);
        Map<String, Object> details = details(List.of(progress));
        return switch (progress.status()) {
            case COMPLETED, FAILED, CANCELLED -> {
                details.put("status", progress.status().name());
                yield explain(Code.FINISHED, progress.finishedAt(), details);
            }
            case CANCELLING -> {
                details.put("reason", Objects.requireNonNull(group.cancelReason()));
                yield explain(Code.CANCELLING, null, details);
            }
            default -> {
                Hold hold = progress.hold();
                if (hold != null) {
                    yield held(hold, details);
                }
                boolean isWorkLeft = progress.doneJobs() < progress.totalJobs();
                details.putAll(isWorkLeft ? NO_WORKERS : Map.of("done", progress.doneJobs()));
                yield explain(isWorkLeft ? Code.NO_WORKERS : Code.NOT_SEALED, null, details);
            }
        };
    }

    private Explanation held(Hold hold, Map<String, Object> details) {
        Code code = switch (hold.reason()) {
            case PAUSED -> Code.GROUP_PAUSED;
            case AFTER -> Code.AFTER;
            case SCHEDULED -> Code.SCHEDULED;
            case SENDING_WINDOW -> Code.SENDING_WINDOW;
        };
        if (hold.note() != null && hold.by() != null) {
            details.putAll(Map.of("reason", hold.note(), "pausedBy", hold.by()));
        } else if (hold.note() != null) {
            details.put("after", hold.note());
        }
        return Explainer.in(Locale.ENGLISH, new Explanation(
                code, code.state(), "", now, hold.since(), hold.until(), null, null, 0, null, null, details));
    }

    Explanation job(InlineGroup group, JobView job) {
        return switch (job.place()) {
            case FINISHED -> explain(Code.FINISHED, job.finishedAt(), Map.of("status", job.status().name()));
            case DEAD_LETTERS -> {
                JobView.Failure error = Objects.requireNonNull(job.error());
                yield explain(Code.DEAD_LETTER, job.finishedAt(),
                        Map.of("errorCode", error.code(), "error", error.message()));
            }
            case IN_FLIGHT -> explain(Code.RUNNING, job.startedAt(), Map.of("attempt", job.attempts()));
            default -> group(group);
        };
    }

    private static Map<String, Object> details(List<GroupProgress> groups) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("running", groups.stream().mapToLong(GroupProgress::inFlight).sum());
        details.put("waiting",
                groups.stream().mapToLong(group -> group.pending() + group.nonReady() + group.scheduled())
                        .sum());
        return details;
    }

    private Explanation explain(Code code, @Nullable Instant since, Map<String, Object> details) {
        return Explainer.in(Locale.ENGLISH, new Explanation(
                code, code.state(), "", now, since, null, null, null, 0, null, null, details));
    }
}
