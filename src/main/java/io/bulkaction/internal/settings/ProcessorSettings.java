package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one processor does differently from its queue, under {@code bulk-action.processors.<type>.}; null means: as the
 * queue does.
 *
 * @param jobTimeout After this time a job is interrupted and counts as failed.
 * @param concurrency Most jobs of the type that run at once in one process; 0 for no limit.
 * @param retry What is different from the queue's retry settings.
 */
public record ProcessorSettings(
        @PositiveDuration @Nullable Duration jobTimeout,
        @Min(0) @Nullable Integer concurrency,
        @DefaultValue @Valid Retry retry) {

    /**
     * The same as in {@link RetrySettings}. A list replaces the queue's list; it does not add to it.
     *
     * @param maxRetries Retries after the first attempt.
     * @param backoff Delay before the first retry.
     * @param multiplier Factor by which each delay is longer than the one before.
     * @param maxBackoff Longest delay.
     * @param jitter Fraction by which every delay varies.
     * @param retryable Error codes, exception class names or * patterns that are retried.
     * @param permanent Error codes, exception class names or * patterns that fail for good. They win over retryable
     *     ones.
     * @param success Error codes, exception class names or * patterns which mean that the work was already done. They
     *     win over the others.
     */
    public record Retry(
            @Min(0) @Nullable Integer maxRetries,
            @PositiveDuration @Nullable Duration backoff,
            @DecimalMin("1") @Nullable Double multiplier,
            @PositiveDuration @Nullable Duration maxBackoff,
            @DecimalMin("0") @DecimalMax("1") @Nullable Double jitter,
            @Nullable List<String> retryable,
            @Nullable List<String> permanent,
            @Nullable List<String> success) {}

    /** What is set, and what is said elsewhere where nothing is. */
    ProcessorSettings or(ProcessorSettings otherwise) {
        Retry other = otherwise.retry;
        return new ProcessorSettings(
                either(jobTimeout, otherwise.jobTimeout),
                either(concurrency, otherwise.concurrency),
                new Retry(
                        either(retry.maxRetries, other.maxRetries),
                        either(retry.backoff, other.backoff),
                        either(retry.multiplier, other.multiplier),
                        either(retry.maxBackoff, other.maxBackoff),
                        either(retry.jitter, other.jitter),
                        either(retry.retryable, other.retryable),
                        either(retry.permanent, other.permanent),
                        either(retry.success, other.success)));
    }

    public int concurrencyOrNone() {
        return or(concurrency, 0);
    }

    public Duration jobTimeoutOr(Duration queueTimeout) {
        return or(jobTimeout, queueTimeout);
    }

    public RetrySettings retryOver(RetrySettings queue) {
        return new RetrySettings(
                or(retry.maxRetries, queue.maxRetries()),
                or(retry.backoff, queue.backoff()),
                or(retry.multiplier, queue.multiplier()),
                or(retry.maxBackoff, queue.maxBackoff()),
                or(retry.jitter, queue.jitter()),
                or(retry.retryable, queue.retryable()),
                or(retry.permanent, queue.permanent()),
                or(retry.success, queue.success()));
    }

    private static <T> @Nullable T either(@Nullable T own, @Nullable T other) {
        return own != null ? own : other;
    }

    private static <T> T or(@Nullable T own, T queue) {
        return own != null ? own : queue;
    }
}
