package io.bulkaction.internal.testkit;

import io.bulkaction.Job;
import io.bulkaction.JobNotScheduledException;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.FailedAttempt;
import io.bulkaction.JobView.Place;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.JobName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job in memory. */
final class InlineJob {

    private final QueueName queue;
    private final JobName name;
    private final String processorType;
    private final String payload;
    private final String trace;
    private final Map<String, String> metadata;
    private final long run;
    private final Instant createdAt;
    private final List<FailedAttempt> history = new ArrayList<>();
    private JobStatus status;
    private int attempts;
    private int retryCount;
    private Instant dueAt;
    private final Optional<Instant> expiresAt;
    private @Nullable Instant startedAt;
    private @Nullable Instant finishedAt;
    private @Nullable JobError error;
    private InFlight.@Nullable Success success;
    private JobView.@Nullable Progress progress;
    private @Nullable String checkpoint;

    InlineJob(QueueName queue, JobName name, EnqueueBatch batch, EnqueueBatch.Entry entry, long run,
            Instant createdAt) {
        this.queue = queue;
        this.name = name;
        this.processorType = batch.processorType();
        this.payload = entry.payload();
        this.trace = batch.trace() == null ? "" : batch.trace();
        this.run = run;
        this.metadata = entry.metadata();
        this.createdAt = createdAt;
        this.dueAt = entry.more("runAt").map(time -> Instant.ofEpochMilli(Long.parseLong(time)))
                .or(() -> entry.more("delay").map(delay -> createdAt.plusMillis(Long.parseLong(delay))))
                .filter(due -> due.isAfter(createdAt))
                .orElse(createdAt);
        this.expiresAt = Stream.of(
                Optional.ofNullable(batch.given().expiresAt()),
                entry.more("expiresAt").map(time -> Instant.ofEpochMilli(Long.parseLong(time))),
                entry.more("ttl").map(ttl -> createdAt.plusMillis(Long.parseLong(ttl))))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
        this.status = dueAt.isAfter(createdAt) ? JobStatus.WAITING : JobStatus.PENDING;
    }

    long run() {
        return run;
    }

    JobStatus status() {
        return status;
    }

    Instant dueAt() {
        return dueAt;
    }

    @Nullable
    JobError error() {
        return error;
    }

    InFlight.@Nullable Success success() {
        return success;
    }

    /** Whether it has not started, or waits for its next attempt. */
    boolean isWaiting() {
        return status == JobStatus.PENDING || status == JobStatus.WAITING;
    }

    /** Whether it is to start later. */
    boolean isScheduled() {
        return status == JobStatus.WAITING && attempts == 0;
    }

    Rescheduling reschedule(@Nullable Instant at, Instant now) {
        if (!isScheduled() || !dueAt.isAfter(now)) {
            throw new JobNotScheduledException(name.group(), name.id());
        }
        Instant before = dueAt;
        dueAt = at != null && at.isAfter(now) ? at : now;
        status = dueAt.isAfter(now) ? JobStatus.WAITING : JobStatus.PENDING;
        return new Rescheduling(!dueAt.equals(before), dueAt.isAfter(now) ? dueAt : null);
    }

    boolean isDone() {
        return !isWaiting() && status != JobStatus.PROCESSING;
    }

    ClaimedJob start(Instant now) {
        status = JobStatus.PROCESSING;
        startedAt = now;
        progress = null;
        attempts++;
        return new ClaimedJob(
                job(), trace, new Claim(name, "in memory"), Duration.between(createdAt, now),
                new ClaimedJob.StartTime(System.nanoTime(), Duration.ofDays(1)), 0);
    }

    /** @param stored attempt, percent and text */
    void progress(String stored) {
        String[] part = stored.split(" ", 3);
        progress = new JobView.Progress(Double.parseDouble(part[1]), part[2]);
    }

    void checkpoint(String json) {
        checkpoint = json;
    }

    Optional<String> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    void succeeded(InFlight.Success outcome, Instant now) {
        success = outcome;
        end(JobStatus.COMPLETED, now);
    }

    /** A pause that the other side asked for is no failed attempt. */
    void waits(InFlight.Retry outcome, Instant now) {
        status = JobStatus.WAITING;
        dueAt = now.plus(outcome.delay());
        if (outcome.reason() == WaitReason.RETRY) {
            retryCount++;
            failed(outcome.error(), now);
            expire(dueAt); // a retry that would be too late is none
        }
    }

    void failedForGood(JobError why, Instant now) {
        failed(why, now);
        end(JobStatus.FAILED, now);
    }

    void cancel(Instant now) {
        end(JobStatus.CANCELLED, now);
    }

    Optional<Instant> expiresAt() {
        return expiresAt;
    }

    /** Ends it if it waits and may not start at a time. @return whether it ended with this */
    boolean expire(Instant at) {
        boolean isTooLate = isWaiting() && expiresAt.filter(end -> !end.isAfter(at)).isPresent();
        if (isTooLate) {
            end(JobStatus.EXPIRED, at);
        }
        return isTooLate;
    }

    Job job() {
        return new Job(
                name.id(), name.group(), queue, processorType, payload, Math.max(1, attempts), retryCount, createdAt,
                metadata);
    }

    JobView view() {
        return new JobView(
                name.id(),
                name.group(),
                processorType,
                isDiscarded() ? null : payload,
                status,
                place(),
                status != JobStatus.WAITING ? null : isScheduled() ? WaitReason.SCHEDULED : WaitReason.RETRY,
                status == JobStatus.WAITING ? dueAt : null,
                attempts,
                retryCount,
                0,
                createdAt,
                startedAt,
                finishedAt,
                error == null ? null : new JobView.Failure(error.code(), error.message(), error.stackTrace()),
                List.copyOf(history),
                null,
                success == null ? null : success.result(),
                progress,
                isDiscarded() ? null : checkpoint,
                null,
                metadata);
    }

    /** Nothing will run it, so its payload is gone. */
    private boolean isDiscarded() {
        return status == JobStatus.CANCELLED || status == JobStatus.EXPIRED;
    }

    private Place place() {
        return switch (status) {
            case PENDING, READY -> Place.FAIR_QUEUE;
            case WAITING -> isScheduled() ? Place.SCHEDULED : Place.NON_READY;
            case PROCESSING -> Place.IN_FLIGHT;
            case FAILED -> Place.DEAD_LETTERS;
            case COMPLETED, MANUALLY_RESOLVED, CANCELLED, EXPIRED -> Place.FINISHED;
        };
    }

    private void failed(JobError why, Instant now) {
        error = why;
        history.add(new FailedAttempt(attempts, now, why.code(), why.message(), startedAt, null));
    }

    private void end(JobStatus as, Instant now) {
        status = as;
        finishedAt = now;
    }
}
