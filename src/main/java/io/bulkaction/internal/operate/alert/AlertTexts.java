package io.bulkaction.internal.operate.alert;

import io.bulkaction.Explanation;
import io.bulkaction.JobView;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.operate.DeadLetter;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.QueueControl.Look;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.alert.AlertCause.Text;
import io.bulkaction.internal.operate.recur.Trouble;
import io.bulkaction.internal.run.JobLookup;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What alerts say. Never a payload: alerts leave the system. */
final class AlertTexts {

    private AlertTexts() {}

    static Text pausedOnFailure(Queue queue, QueueStatus status, QueueStatus.Pause pause, JobName failed) {
        @Nullable
        JobView job = JobLookup.of(queue).find(failed).orElse(null);
        JobView.@Nullable Failure error = job == null ? null : job.error();
        Map<String, String> details = new LinkedHashMap<>();
        details.put("job", failed.id().value());
        details.put("group", failed.group().value());
        if (job != null) {
            details.put("processor", job.processorType());
        }
        if (error != null) {
            details.put("errorCode", error.code());
            details.put("error", error.message());
        }
        details.put("pendingJobs", Long.toString(status.waiting()));
        details.put("pausedAt", pause.since().toString());
        details.put("reason", pause.reason());
        return new Text(
                "Queue " + queue.name() + " is paused because a job failed",
                "Job %s of group %s failed for good%s. The queue starts nothing until an administrator resumes it; %d jobs wait."
                        .formatted(
                                failed.id(),
                                failed.group(),
                                error == null ? "" : " (" + error.code() + ": " + error.message() + ")",
                                status.waiting()),
                details);
    }

    static Text recurring(Queue queue, Trouble trouble) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("recurring", trouble.name());
        details.put("tick", trouble.tick());
        if (trouble.error() != null) {
            details.put("error", trouble.error());
        }
        String what = switch (trouble.code()) {
            case SOURCE_FAILING -> "its source fails and is tried again";
            case NOT_SUBMITTED -> "its source failed too often, and the tick was given up";
            case NO_INSTANCE -> "no instance runs it";
        };
        return new Text(
                "Recurring bulk action " + trouble.name() + " of queue " + queue.name() + " did not run",
                "Tick %s of recurring bulk action %s was not submitted: %s%s.".formatted(trouble.tick(), trouble.name(),
                        what, trouble.error() == null ? "" : " (" + trouble.error() + ")"),
                details);
    }

    static Text pausedLong(Queue queue, QueueStatus status, QueueStatus.Pause pause) {
        String time = words(Duration.between(pause.since(), status.at()));
        Map<String, String> details = new LinkedHashMap<>();
        details.put("pausedAt", pause.since().toString());
        details.put("pausedBy", pause.by());
        details.put("reason", pause.reason());
        details.put("pendingJobs", Long.toString(status.waiting()));
        return new Text(
                "Queue " + queue.name() + " has been paused for " + time,
                "Paused by %s: %s. %d jobs wait."
                        .formatted(pause.by(), pause.reason(), status.waiting()),
                details);
    }

    static Text stuck(Queue queue, Explanation why) {
        Map<String, String> details = new LinkedHashMap<>();
        why.details().forEach((name, value) -> details.put(name, value.toString()));
        return new Text("Queue " + queue.name() + " is stuck", why.sentence(), details);
    }

    static Text unknownProcessor(Queue queue, String type, Instant since) {
        Duration after = queue.settings().reliability().unknownProcessorAfter();
        Map<String, String> details = new LinkedHashMap<>();
        details.put("processorType", type);
        details.put("unknownSince", since.toString());
        return new Text(
                "Jobs of queue " + queue.name() + " wait for processor " + type,
                "No live instance has a processor of this type since %s. %s".formatted(since, after.isZero()
                        ? "The jobs wait for one."
                        : "After " + words(after) + " without one the jobs fail for good."),
                details);
    }

    static Text waiting(Queue queue, QueueStatus status) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("pendingJobs", Long.toString(status.waiting()));
        details.put("limit", Long.toString(queue.settings().alerts().waitingExceeds()));
        details.put("active", Long.toString(status.inFlight()));
        details.put("delayed", Long.toString(status.nonReady()));
        return new Text(
                status.waiting() + " jobs wait in queue " + queue.name(),
                "More than %d jobs wait for a worker; %d run at the moment."
                        .formatted(queue.settings().alerts().waitingExceeds(), status.inFlight()),
                details);
    }

    static Text growing(Queue queue, QueueStatus status) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("recent", Long.toString(status.recentDeadLetters()));
        details.put("deadLetters", Long.toString(status.deadLetters()));
        details.put("pendingJobs", Long.toString(status.waiting()));
        for (DeadLetter newest : DeadLetters.of(queue).page(Filter.ALL, 0, 1).items()) {
            details.put("job", newest.id().value());
            details.put("group", newest.groupId().value());
            details.put("errorCode", newest.errorCode());
            details.put("error", newest.error());
        }
        return new Text(
                status.recentDeadLetters() + " jobs of queue " + queue.name() + " failed within "
                        + words(queue.settings().alerts().deadLettersWithin()),
                "%d dead letters wait for a person.".formatted(status.deadLetters()),
                details);
    }

    static Text away(Look look) {
        String which = look.away().stream().map(Object::toString).collect(Collectors.joining(", "));
        Map<String, String> details = new LinkedHashMap<>();
        details.put("partitions", which);
        details.put("error", OneLine.of(look.reason()));
        return new Text(
                "Partitions of queue " + look.queue().name() + " cannot be reached",
                ("Partitions %s of %d have not answered for %d s: their jobs wait and their submits are refused. The others"
                        + " continue.")
                        .formatted(which, look.queue().partitions().size(), Outages.TOLD_AFTER.toSeconds()),
                details);
    }

    static Text away(List<Look> looks) {
        String which = looks.stream().map(look -> look.queue().name().value()).collect(Collectors.joining(", "));
        Map<String, String> details = new LinkedHashMap<>();
        details.put("queues", which);
        details.put("error", OneLine.of(looks.getFirst().reason()));
        return new Text(
                "Redis does not answer",
                "It has not answered for %d s: nothing is accepted or started of %s. Each instance says so by itself."
                        .formatted(Outages.TOLD_AFTER.toSeconds(), which),
                details);
    }

    static Text lost(Queue queue, Instance lost) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("instance", lost.id());
        details.put("host", lost.host());
        details.put("version", lost.version());
        details.put("workers", Integer.toString(lost.workers()));
        details.put("lastHeartbeat", lost.heartbeat().toString());
        return new Text(
                "Instance " + lost.id() + " of queue " + queue.name() + " is lost",
                "Its last heartbeat was at %s. Its jobs come back when their leases run out."
                        .formatted(lost.heartbeat()),
                details);
    }

    private static String words(Duration time) {
        long minutes = time.toMinutes();
        if (minutes < 1) {
            return time.toSeconds() + " s";
        }
        return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
