package io.bulkaction.internal.builtin.simulate;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import io.bulkaction.Job;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a simulated job.
 *
 * @param failTimes how often the job fails and is retried before its outcome
 * @param outcomeTimes for how many attempts the outcome holds before the job succeeds; always when missing
 * @param retryAfterMs how long a throttled job asks to wait
 * @param ignoreInterrupts continues when its timeout interrupts it, like code that swallows the interrupt
 * @param data returned as the result of the job
 */
record SimulatePlan(
        @Nullable SimulatedDuration durationMs,
        @Nullable Integer failTimes,
        @Nullable Outcome outcome,
        @Nullable Integer outcomeTimes,
        @Nullable Long retryAfterMs,
        @Nullable Boolean ignoreInterrupts,
        @Nullable Object data) {

    enum Outcome {
        SUCCESS,
        /** Fails for good at once. */
        PERMANENT,
        /** Asks to be called later, as an outside system does that is called too fast. */
        THROTTLED,
        /** Never returns by itself. */
        HANG,
        /** Kills the whole process at once, as a crash does. */
        HALT
    }

    SimulatePlan {
        durationMs = durationMs == null ? new SimulatedDuration.Fixed(0) : durationMs;
        failTimes = notNegative("failTimes", failTimes == null ? 0 : failTimes);
        outcome = outcome == null ? Outcome.SUCCESS : outcome;
        outcomeTimes = notNegative("outcomeTimes", outcomeTimes == null ? Integer.MAX_VALUE : outcomeTimes);
        retryAfterMs = retryAfterMs == null ? 1_000 : retryAfterMs;
        ignoreInterrupts = ignoreInterrupts != null && ignoreInterrupts;
        require(retryAfterMs >= 1 && retryAfterMs <= Duration.ofDays(1).toMillis(),
                "retryAfterMs must be from 1 to one day");
    }

    boolean failsNow(Job job) {
        return job.retryCount() < failTimes;
    }

    Outcome outcomeOf(Job job) {
        return job.attempt() <= outcomeTimes ? outcome : Outcome.SUCCESS;
    }

    private static int notNegative(String field, int value) {
        require(value >= 0, field + " must not be negative");
        return value;
    }
}
