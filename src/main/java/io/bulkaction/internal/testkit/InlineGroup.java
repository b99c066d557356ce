package io.bulkaction.internal.testkit;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.Hold;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.AfterRun;
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
    private Map<String, String> labels = Map.of();
    private GroupStatus status = GroupStatus.CREATED;
    private long run;
    private long ending;
    private boolean sealed;
    private Instant createdAt;
    private Instant parkedUntil = Instant.MIN;
    private Instant startAt = Instant.MIN;
    private List<AfterRun> after = List.of();
    private @Nullable Instant startGiven;
    private @Nullable String afterGiven;
    private @Nullable GroupPause pause;
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
            if (known == null || known.status() == JobStatus.CANCELLED
                    || known.status() == JobStatus.EXPIRED) {
                beginRunIfNoneIsOpen(now);
                jobs.remove(entry.id());
                jobs.put(entry.id(), new InlineJob(
                        queue, new JobName(id, entry.id()), batch, entry, run, now));
                accepted++;
            }
        }
        level = Objects.requireNonNullElse(batch.given().level(), level);
        if (accepted > 0) {
            hold(batch.given());
        }
        labels = Objects.requireNonNullElse(batch.given().labels(), labels);
        if (!status.isFinished() && (accepted > 0 || batch.seal())) {
            sealed = batch.seal();
        }
        return new Enqueued(run, accepted, batch.jobs().size() - accepted, ofRun().count(), false, "");
    }

    /** What the run was told before is no news: a person may have changed it since, or it may be over. */
    private void hold(EnqueueBatch.Given given) {
        if (given.startAt() != null && !given.startAt().equals(startGiven)) {
            startGiven = given.startAt();
            startAt = startGiven;
        }
        if (given.after() != null && !given.after().equals(afterGiven)) {
            afterGiven = given.after();
            after = AfterRun.parse(afterGiven);
        }
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
            startAt = Instant.MIN;
            after = List.of();
            startGiven = null;
            afterGiven = null;
            pause = null;
            returned.clear();
        }
    }

    void seal() {
        sealed = true;
    }

    /** Ends what has not started in time. @return whether there was anything */
    boolean expire(Instant now) {
        return jobs.values().stream().filter(job -> job.expire(now)).count() > 0;
    }

    /** The next job that may start; the oldest first. */
    Optional<InlineJob> nextDue(Instant now) {
        return pause != null || !after.isEmpty() || parked().isAfter(now) ? Optional.empty()
                : jobs.values().stream().filter(InlineJob::isWaiting).filter(job -> !job.dueAt().isAfter(now))
                        .findFirst();
    }

    /** When the next job may start or expires; empty when none waits, or until a person resumes the group. */
    Optional<Instant> nextDue() {
        Stream<Instant> starts =
                jobs.values().stream().filter(job -> pause == null && after.isEmpty() && job.isWaiting())
                        .map(InlineJob::dueAt)
                        .map(due -> due.isAfter(parked()) ? due : parked());
        Stream<Instant> ends = jobs.values().stream().filter(InlineJob::isWaiting)
                .flatMap(job -> job.expiresAt().stream());
        return Stream.concat(starts, ends).min(Instant::compareTo);
    }

    private Instant parked() {
        return startAt.isAfter(parkedUntil) ? startAt : parkedUntil;
    }

    GroupPause pause(String reason, String by, Instant now) {
        if (status.isFinished() || cancelReason != null) {
            throw new GroupEndedException(id);
        }
        if (pause != null) {
            return new GroupPause(false, pause.pausedAt(), pause.reason(), pause.by());
        }
        pause = new GroupPause(true, now, reason, by);
        return pause;
    }

    Rescheduling reschedule(@Nullable Instant at, Instant now) {
        if (status.isFinished() || cancelReason != null) {
            throw new GroupEndedException(id);
        }
        Instant before = startAt.isAfter(now) ? startAt : Instant.MIN;
        startAt = at != null && at.isAfter(now) ? at : Instant.MIN;
        return new Rescheduling(!startAt.equals(before), startAt.equals(Instant.MIN) ? null : startAt);
    }

    long run() {
        return run;
    }

    boolean isFinished() {
        return status.isFinished();
    }

    /** What it waits for; nothing once its run has ended. */
    List<AfterRun> after() {
        return status.isFinished() || cancelReason != null ? List.of() : after;
    }

    void proceed() {
        after = List.of();
    }

    boolean resume() {
        boolean wasPaused = pause != null;
        pause = null;
        return wasPaused;
    }

    private @Nullable Hold hold(Instant now) {
        if (status.isFinished() || cancelReason != null) {
            return null;
        }
        if (pause != null) {
            return new Hold(Hold.Reason.PAUSED, null, pause.pausedAt(), pause.reason(), pause.by());
        }
        if (!after.isEmpty()) {
            return new Hold(Hold.Reason.AFTER, null, null, AfterRun.words(AfterRun.text(after)), null);
        }
        return startAt.isAfter(now) ? new Hold(Hold.Reason.SCHEDULED, startAt, null, null, null) : null;
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

    /** @return whether it is a dead letter now; in a group that is being cancelled it is cancelled */
    boolean failedForGood(InFlight.Failure outcome, Instant now) {
        InlineJob job = jobs.get(outcome.job().id());
        if (cancelReason != null) {
            job.cancel(now);
            return false;
        }
        job.failedForGood(outcome.error(), now);
        return true;
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
        long expired = count(JobStatus.EXPIRED);
        long scheduled = ofRun().filter(InlineJob::isScheduled).count();
        GroupCounts counts = new GroupCounts(
                ofRun().count(), success + failed + cancelled + expired, success, failed, cancelled, 0,
                count(JobStatus.PENDING), 0, count(JobStatus.WAITING) - scheduled, count(JobStatus.PROCESSING),
                scheduled, expired);
        return new GroupState(
                id, run, ending, status, level, sealed, cancelReason != null, counts,
                Recent.NONE, Recent.NONE, createdAt, startedAt, finishedAt, null, cancelReason, null,
                hold(now), Optional.empty(), labels, now, false, null).toProgress(queue);
    }

    private Map<String, String> meta() {
        Map<String, String> meta = new HashMap<>(Map.of(
                "run", text(run), "endings", text(ending), "status", status.name(), "totalJobs", text(ofRun().count()),
                "successCount", text(count(JobStatus.COMPLETED)), "failedCount", text(count(JobStatus.FAILED)),
                "cancelledCount", text(count(JobStatus.CANCELLED)), "expiredCount", text(count(JobStatus.EXPIRED)),
                "createdAt", text(createdAt.toEpochMilli())));
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
