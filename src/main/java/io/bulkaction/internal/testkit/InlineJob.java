package io.bulkaction.internal.testkit;

import io.bulkaction.Job;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.FailedAttempt;
import io.bulkaction.JobView.Place;
import io.bulkaction.QueueName;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.JobName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job in memory. */
final class InlineJob {

    private final QueueName queue;
    private final JobName name;
    private final String processorType;
    private final String payload;
    private final String trace;
    private final long run;
    private final Instant createdAt;
    private final List<FailedAttempt> history = new ArrayList<>();
    private JobStatus status = JobStatus.PENDING;
    private int attempts;
    private int retryCount;
    private Instant dueAt;
    private @Nullable Instant startedAt;
    private @Nullable Instant finishedAt;
    private @Nullable JobError error;
    private InFlight.@Nullable Success success;

    InlineJob(QueueName queue, JobName name, String processorType, String payload, @Nullable String trace, long run,
            Instant createdAt) {
        this.queue = queue;
        this.name = name;
        this.processorType = processorType;
        this.payload = payload;
        this.trace = trace == null ? "" : trace;
        this.run = run;
        this.createdAt = createdAt;
        this.dueAt = createdAt;
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

    boolean isDone() {
        return !isWaiting() && status != JobStatus.PROCESSING;
    }

    ClaimedJob start(Instant now) {
        status = JobStatus.PROCESSING;
        startedAt = now;
        attempts++;
        return new ClaimedJob(
                job(), trace, new Claim(name, "in memory"), Duration.between(createdAt, now),
                new ClaimedJob.StartTime(System.nanoTime(), Duration.ofDays(1)), 0);
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
        }
    }

    void failedForGood(JobError why, Instant now) {
        failed(why, now);
        end(JobStatus.FAILED, now);
    }

    void cancel(Instant now) {
        end(JobStatus.CANCELLED, now);
    }

    Job job() {
        return new Job(
                name.id(), name.group(), queue, processorType, payload, Math.max(1, attempts), retryCount, createdAt);
    }

    JobView view() {
        return new JobView(
                name.id(),
                name.group(),
                processorType,
                payload,
                status,
                place(),
                status == JobStatus.WAITING ? WaitReason.RETRY : null,
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
                null);
    }

    private Place place() {
        return switch (status) {
            case PENDING, READY -> Place.FAIR_QUEUE;
            case WAITING -> Place.NON_READY;
            case PROCESSING -> Place.IN_FLIGHT;
            case FAILED -> Place.DEAD_LETTERS;
            case COMPLETED, MANUALLY_RESOLVED, CANCELLED -> Place.FINISHED;
        };
    }

    private void failed(JobError why, Instant now) {
        error = why;
        history.add(new FailedAttempt(attempts, now, why.code(), why.message()));
    }

    private void end(JobStatus as, Instant now) {
        status = as;
        finishedAt = now;
    }
}
