package io.bulkaction.internal.settings;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a failed job is retried. The delay before retry n is {@code backoff * multiplier^(n-1)}, at most {@code
 * maxBackoff}, varied by {@code jitter}.
 *
 * @param maxRetries Retries after the first attempt.
 * @param backoff Delay before the first retry.
 * @param multiplier Factor by which each delay is longer than the one before.
 * @param maxBackoff Longest delay.
 * @param jitter Fraction by which every delay varies.
 * @param retryable Error codes, exception class names or * patterns that are retried.
 * @param permanent Error codes, exception class names or * patterns that fail for good. They win over retryable ones.
 * @param success Error codes, exception class names or * patterns which mean that the work was already done. They win
 *     over the others.
 */
public record RetrySettings(
        @DefaultValue("3") @Min(0) int maxRetries,
        @DefaultValue("1s") @PositiveDuration Duration backoff,
        @DefaultValue("2") @DecimalMin("1") double multiplier,
        @DefaultValue("60s") @PositiveDuration Duration maxBackoff,
        @DefaultValue("0.1") @DecimalMin("0") @DecimalMax("1") double jitter,
        @DefaultValue List<String> retryable,
        @DefaultValue List<String> permanent,
        @DefaultValue List<String> success) {}
