package io.bulkaction.internal.engine;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.engine.retry.AttemptOutcome;
import io.bulkaction.internal.engine.retry.Decision;
import io.bulkaction.internal.engine.retry.ErrorCodes;
import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.spi.PayloadCodecException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs a job's processor, decides with the retry policy what its outcome means, and has that written. */
final class JobRunner {

    private static final Logger log = LoggerFactory.getLogger(JobRunner.class);

    private static final Duration BETWEEN_LOGS = Duration.ofSeconds(30);

    private final AtomicLong missingKeyLogged = new AtomicLong(System.nanoTime());
    private final ProcessorRegistry processors;
    private final RetryPolicies policies;
    private final ResultWriter results;
    private final Outcomes outcomes;
    private final QueueMetrics metrics;
    private final JobObservation observation;
    private final PayloadCodecs payloads;

    JobRunner(
            ProcessorRegistry processors,
            RetryPolicies policies,
            ResultWriter results,
            Outcomes outcomes,
            QueueMetrics metrics,
            JobObservation observation,
            PayloadCodecs payloads) {
        this.processors = processors;
        this.policies = policies;
        this.results = results;
        this.outcomes = outcomes;
        this.metrics = metrics;
        this.observation = observation;
        this.payloads = payloads;
    }

    static JobRunner of(EngineParts parts, Outcomes outcomes) {
        return new JobRunner(
                parts.processors(), parts.policies(), parts.results(), outcomes, parts.metrics(), parts.observation(),
                parts.payloads());
    }

    /** Calls the processor on the current thread. Whatever it throws is an outcome, errors included. */
    AttemptOutcome run(ClaimedJob claimed) {
        Job job = claimed.job();
        nameInLog(job);
        try {
            Optional<JobProcessor> processor = processors.find(job.processorType());
            if (processor.isEmpty()) {
                return AttemptOutcome.noProcessor(job.processorType());
            }
            JobProcessor found = processor.get();
            Job running = readable(job).reportingTo(new RunningJob(claimed, outcomes, results));
            return AttemptOutcome.returned(
                    observation.observe(job, claimed.trace(), () -> processors.process(found, running)));
        } catch (PayloadCodecException unreadable) {
            return new AttemptOutcome.Unreadable(unreadable);
        } catch (Throwable failure) {
            return AttemptOutcome.threw(failure);
        } finally {
            MDC.clear();
        }
    }

    private Job readable(Job job) {
        String payload = payloads.decode(job.payload());
        return payload.equals(job.payload())
                ? job
                : new Job(
                        job.id(), job.groupId(), job.queue(), job.processorType(), payload, job.attempt(),
                        job.retryCount(), job.createdAt(), job.reporter(), job.metadata());
    }

    private static void nameInLog(Job job) {
        MDC.put("queue", job.queue().value());
        MDC.put("group", job.groupId().value());
        MDC.put("job", job.id().value());
        MDC.put("attempt", Integer.toString(job.attempt()));
    }

    private static void logFinalFailure(Job job, Decision.Reason reason, AttemptOutcome outcome) {
        nameInLog(job);
        try {
            log.warn("job {} of group {} failed for good ({}): {} {}", job.id(), job.groupId(), reason,
                    OneLine.of(outcome.code()), OneLine.of(outcome.message()));
        } finally {
            MDC.clear();
        }
    }

    /** Decides what the outcome of an attempt means, and has that written. */
    void acknowledge(ClaimedJob claimed, AttemptOutcome outcome, long nanos) {
        Job job = claimed.job();
        switch (policies.of(job.processorType()).decide(outcome, job.retryCount())) {
            case Decision.Complete complete -> complete(claimed, outcome, nanos);
            case Decision.Retry(Duration delay) -> {
                countFailure(job, outcome, nanos);
                metrics.jobRetried(job.processorType());
                log.debug("job {} of group {} failed ({}), next attempt in {}", job.id(), job.groupId(),
                        OneLine.of(outcome.code()), delay);
                outcomes.failed(new InFlight.Retry(claimed, delay, WaitReason.RETRY, error(outcome)));
            }
            case Decision.Park(Duration retryAfter) -> {
                metrics.jobThrottled(job.processorType(), nanos);
                logMissingKey(job, outcome);
                outcomes.failed(new InFlight.Retry(claimed, retryAfter, WaitReason.THROTTLED, error(outcome)));
            }
            case Decision.Fail(Decision.Reason reason) -> {
                outcomes.failedForGood(new InFlight.Failure(claimed, error(outcome)), () -> {
                    countFailure(job, outcome, nanos);
                    logFinalFailure(job, reason, outcome);
                });
            }
        }
    }

    /** Once in a while, however many groups wait for it. */
    private void logMissingKey(Job job, AttemptOutcome outcome) {
        long now = System.nanoTime();
        long last = missingKeyLogged.get();
        if (outcome instanceof AttemptOutcome.Unreadable && now - last > 0
                && missingKeyLogged.compareAndSet(last, now + BETWEEN_LOGS.toNanos())) {
            log.warn("jobs wait, such as {} of group {}, because their payload cannot be decoded here ({}): {}",
                    job.id(),
                    job.groupId(), outcome.code(), OneLine.of(outcome.message()));
        }
    }

    /** Its group is being cancelled: no failure, whatever the retry policy would make of it. */
    void cancelled(ClaimedJob claimed) {
        JobError error = error(AttemptOutcome.interrupted("Its group was cancelled"));
        outcomes.failed(new InFlight.Retry(claimed, Duration.ZERO, WaitReason.RETRY, error));
    }

    private void complete(ClaimedJob claimed, AttemptOutcome outcome, long nanos) {
        Job job = claimed.job();
        Object data = outcome instanceof AttemptOutcome.Returned(JobResult.Success(Object value)) ? value : null;
        String result;
        try {
            result = results.write(data);
        } catch (RuntimeException | Error unwritable) {
            // why not retried: the work is done, doing it again would not make its result readable
            JobError error = new JobError(
                    "BAD_RESULT", "Its result cannot be kept: " + AttemptOutcome.threw(unwritable).message(), "");
            outcomes.failedForGood(
                    new InFlight.Failure(claimed, error), () -> metrics.jobFailed(job.processorType(), nanos));
            return;
        }
        metrics.jobSucceeded(job.processorType(), nanos);
        outcomes.succeeded(new InFlight.Success(
                claimed, Duration.ofNanos(nanos), result, result != null && results.isAggregated(job.processorType())));
    }

    private void countFailure(Job job, AttemptOutcome outcome, long nanos) {
        if (outcome.code().equals(ErrorCodes.TIMEOUT)) {
            metrics.jobTimedOut(job.processorType(), nanos);
        } else {
            metrics.jobFailed(job.processorType(), nanos);
        }
    }

    private static JobError error(AttemptOutcome outcome) {
        String trace = outcome instanceof AttemptOutcome.Threw threw ? stackTrace(threw.error()) : "";
        return new JobError(outcome.code(), outcome.message(), trace);
    }

    private static String stackTrace(@Nullable Throwable error) {
        if (error == null) {
            return "";
        }
        try {
            StringWriter text = new StringWriter();
            error.printStackTrace(new PrintWriter(text));
            return text.toString();
        } catch (RuntimeException | Error ignored) {
            return error.getClass().getName();
        }
    }
}
