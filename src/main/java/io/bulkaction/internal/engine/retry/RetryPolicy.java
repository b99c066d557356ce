package io.bulkaction.internal.engine.retry;

import io.bulkaction.JobResult;
import io.bulkaction.internal.settings.RetrySettings;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** Decides what becomes of a job after an attempt. Without state: one is enough for all workers. */
public final class RetryPolicy {

    // why: a Retry-After read from a wrong date would take the group out of service for years
    private static final Duration LONGEST_PARK = Duration.ofDays(1);

    private static final Duration UNTIL_A_KEY_IS_THERE = Duration.ofSeconds(30);

    private static final Duration UNTIL_REDIS_TAKES_MORE = Duration.ofSeconds(5);

    private final RetrySettings settings;
    private final ErrorClassifier classifier;
    private final DoubleSupplier random;

    public RetryPolicy(RetrySettings settings) {
        this(settings, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** @param random gives numbers from 0 to below 1 */
    public RetryPolicy(RetrySettings settings, DoubleSupplier random) {
        this.settings = settings;
        this.classifier = new ErrorClassifier(settings);
        this.random = random;
    }

    public int maxRetries() {
        return settings.maxRetries();
    }

    /** @param retryCount how many earlier attempts failed */
    public Decision decide(AttemptOutcome outcome, int retryCount) {
        return switch (classifier.classify(outcome)) {
            case SUCCESS -> new Decision.Complete();
            case THROTTLED -> new Decision.Park(parkTime(outcome));
            case PERMANENT -> new Decision.Fail(Decision.Reason.PERMANENT);
            case RETRYABLE -> retryCount < settings.maxRetries()
                    ? new Decision.Retry(delayBefore(retryCount + 1))
                    : new Decision.Fail(Decision.Reason.RETRIES_USED_UP);
        };
    }

    /** @param retry 1 for the first */
    public Duration delayBefore(int retry) {
        double grown = settings.backoff().toMillis() * Math.pow(settings.multiplier(), Math.max(0, retry - 1));
        double capped = Math.min(grown, settings.maxBackoff().toMillis());
        // why after the cap: jobs that all wait the longest time need the spread most
        double spread = 1 + settings.jitter() * (2 * random.getAsDouble() - 1);
        return Duration.ofMillis(Math.max(1, Math.round(capped * spread)));
    }

    private Duration parkTime(AttemptOutcome outcome) {
        if (outcome instanceof AttemptOutcome.Returned(JobResult.Throttled(Duration asked)) && asked.isPositive()) {
            return asked.compareTo(LONGEST_PARK) < 0 ? asked : LONGEST_PARK;
        }
        if (outcome instanceof AttemptOutcome.Unreadable) {
            return UNTIL_A_KEY_IS_THERE;
        }
        if (outcome instanceof AttemptOutcome.Threw) {
            return UNTIL_REDIS_TAKES_MORE;
        }
        // why: "later" without a time must not mean "at once"
        return delayBefore(1);
    }
}
