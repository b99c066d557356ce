package io.bulkaction.internal.testkit;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.DurationSketch;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Recent;
import io.bulkaction.internal.run.CustomResults;
import io.bulkaction.internal.run.GroupCounts;
import io.bulkaction.internal.run.GroupState;
import io.bulkaction.internal.run.RunRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A group in memory, with the jobs of all its runs. */
final class InlineGroup {

    private final QueueName queue;
    private final GroupId id;
    private final Map<JobId, InlineJob> jobs = new LinkedHashMap<>();
    private final List<String> returned = new ArrayList<>();
    private final List<GroupResult> results = new ArrayList<>();
    private PriorityLevel level = PriorityLevel.NORMAL;
    private GroupStatus status = GroupStatus.CREATED;
    private long run;
    private long ending;
    private boolean sealed;
    private Instant createdAt;
    private Instant parkedUntil = Instant.MIN;
    private @Nullable Instant startedAt;
    private @Nullable Instant finishedAt;
    private @Nullable String cancelReason;

    InlineGroup(QueueName queue, GroupId id, Instant now) {
        this.queue = queue;
        this.id = id;
        this.createdAt = now;
    }

    GroupId id() {
        return id;
    }

    Collection<InlineJob> jobs() {
        return jobs.values();
    }

    Optional<InlineJob> job(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    List<GroupResult> results() {
        return results;
    }

    @Nullable
    String cancelReason() {
        return cancelReason;
    }

    /** As {@code enqueue.lua} does: an id counts once, and a run that has ended is followed by the next. */
    Enqueued enqueue(EnqueueBatch batch, Instant now) {
        int accepted = 0;
        for (EnqueueBatch.Entry entry : batch.jobs()) {
            InlineJob known = jobs.get(entry.id());
            if (known == null || known.status() == JobStatus.CANCELLED) {
                beginRunIfNoneIsOpen(now);
                jobs.remove(entry.id());
                jobs.put(entry.id(), new InlineJob(
                        queue, new JobName(id, entry.id()), batch.processorType(), entry.payload(), batch.trace(), run,
                        now));
                accepted++;
            }
        }
        level = Objects.requireNonNullElse(batch.level(), level);
        if (!status.isFinished() && (accepted > 0 || batch.seal())) {
            sealed = batch.seal();
        }
        return new Enqueued(run, accepted, batch.jobs().size() - accepted, ofRun().count(), false, "");
    }

    private void beginRunIfNoneIsOpen(Instant now) {
        if (run == 0 || status.isFinished()) {
            run++;
            ending = 0;
            status = GroupStatus.CREATED;
            createdAt = now;
            startedAt = null;
            finishedAt = null;
            cancelReason = null;
            returned.clear();
        }
    }

    void seal() {
        sealed = true;
    }

    /** The next job that may start; the oldest first. */
    Optional<InlineJob> nextDue(Instant now) {
        return parkedUntil.isAfter(now) ? Optional.empty()
                : jobs.values().stream().filter(InlineJob::isWaiting).filter(job -> !job.dueAt().isAfter(now))
                        .findFirst();
    }

    /** When the next job may start; empty when none waits. */
    Optional<Instant> nextDue() {
        return jobs.values().stream().filter(InlineJob::isWaiting).map(InlineJob::dueAt)
                .map(due -> due.isAfter(parkedUntil) ? due : parkedUntil)
                .min(Instant::compareTo);
    }

    void started(Instant now) {
        status = GroupStatus.RUNNING;
        startedAt = startedAt == null ? now : startedAt;
    }

    void succeeded(InFlight.Success outcome, Instant now) {
        InlineJob job = jobs.get(outcome.job().id());
        job.succeeded(outcome, now);
        if (outcome.aggregated()) {
            returned.add(outcome.job().job().processorType() + " " + outcome.result());
        }
    }

    /** What would wait in a group that was cancelled meanwhile is cancelled as well. */
    void waits(InFlight.Retry outcome, Instant now) {
        InlineJob job = jobs.get(outcome.job().id());
        job.waits(outcome, now);
        if (outcome.reason() == WaitReason.THROTTLED) {
            parkedUntil = now.plus(outcome.delay());
        }
        if (cancelReason != null) {
            job.cancel(now);
        }
    }

    void failedForGood(InFlight.Failure outcome, Instant now) {
        InlineJob job = jobs.get(outcome.job().id());
        if (cancelReason != null) {
            job.cancel(now);
        } else {
            job.failedForGood(outcome.error(), now);
        }
    }

    Cancellation cancel(String reason, Instant now) {
        if (status.isFinished() || cancelReason != null) {
            return new Cancellation(false, count(JobStatus.CANCELLED), count(JobStatus.PROCESSING));
        }
        cancelReason = reason;
        status = GroupStatus.CANCELLING;
        sealed = true;
        List<InlineJob> waiting = ofRun().filter(InlineJob::isWaiting).toList();
        waiting.forEach(job -> job.cancel(now));
        return new Cancellation(true, waiting.size(), count(JobStatus.PROCESSING));
    }

    /** @return the result if the run has just ended */
    Optional<GroupResult> endIfDone(CustomResults custom, Instant now) {
        if (run == 0 || status.isFinished() || !sealed || !ofRun().allMatch(InlineJob::isDone)) {
            return Optional.empty();
        }
        finishedAt = now;
        ending++;
        status = cancelReason != null ? GroupStatus.CANCELLED
                : count(JobStatus.FAILED) > 0 ? GroupStatus.FAILED : GroupStatus.COMPLETED;
        GroupResult result = result(custom);
        results.addFirst(result);
        return Optional.of(result);
    }

    GroupResult result(CustomResults custom) {
        return RunRecord.of(meta(), errors(), custom.fold(id).data()).result(queue, id);
    }

    /** What the jobs of the run returned, as {@link CustomResults} reads it. */
    List<String> returned(long from, int count) {
        int start = (int) Math.min(from, returned.size());
        return List.copyOf(returned.subList(start, Math.min(start + count, returned.size())));
    }

    GroupProgress progress(Instant now) {
        long success = count(JobStatus.COMPLETED);
        long failed = count(JobStatus.FAILED);
        long cancelled = count(JobStatus.CANCELLED);
        GroupCounts counts = new GroupCounts(
                ofRun().count(), success + failed + cancelled, success, failed, cancelled, 0,
                count(JobStatus.PENDING), 0, count(JobStatus.WAITING), count(JobStatus.PROCESSING));
        return new GroupState(
                id, run, ending, status, level, sealed, cancelReason != null, counts,
                Recent.NONE, Recent.NONE, createdAt, startedAt, finishedAt, null, cancelReason, null, now,
                false).toProgress(queue);
    }

    private Map<String, String> meta() {
        Map<String, String> meta = new HashMap<>(Map.of(
                "run", text(run), "endings", text(ending), "status", status.name(), "totalJobs", text(ofRun().count()),
                "successCount", text(count(JobStatus.COMPLETED)), "failedCount", text(count(JobStatus.FAILED)),
                "cancelledCount", text(count(JobStatus.CANCELLED)), "createdAt", text(createdAt.toEpochMilli())));
        putTime(meta, "startedAt", startedAt);
        putTime(meta, "finishedAt", finishedAt);
        if (cancelReason != null) {
            meta.put("cancelReason", cancelReason);
        }
        long sum = 0;
        Map<String, Long> took = new HashMap<>();
        for (InFlight.Success success : ofRun().map(InlineJob::success).filter(Objects::nonNull).toList()) {
            sum += success.duration().toMillis();
            took.merge("took:" + DurationSketch.bucket(success.duration().toMillis()), 1L, Long::sum);
        }
        took.forEach((bucket, count) -> meta.put(bucket, text(count)));
        meta.put("durationSum", text(sum));
        return meta;
    }

    private Map<String, String> errors() {
        Map<String, Long> counts = new HashMap<>();
        Map<String, String> errors = new HashMap<>();
        ofRun().filter(job -> job.status() == JobStatus.FAILED).forEach(job -> {
            var error = Objects.requireNonNull(job.error());
            counts.merge(error.code(), 1L, Long::sum);
            errors.putIfAbsent("example:" + error.code(), job.job().id() + " " + error.message());
        });
        counts.forEach((code, count) -> errors.put(code, text(count)));
        return errors;
    }

    private Stream<InlineJob> ofRun() {
        return jobs.values().stream().filter(job -> job.run() == run);
    }

    private long count(JobStatus of) {
        return ofRun().filter(job -> job.status() == of).count();
    }

    private static void putTime(Map<String, String> meta, String field, @Nullable Instant time) {
        if (time != null) {
            meta.put(field, text(time.toEpochMilli()));
        }
    }

    private static String text(long number) {
        return Long.toString(number);
    }
}
