package io.bulkaction.internal.settings;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a failed job is tried again. The delay before retry n is {@code backoff * multiplier^(n-1)}, at most
 * {@code maxBackoff}, spread by {@code jitter}.
 *
 * @param retryable codes, exception class names or {@code *} patterns that are tried again
 * @param permanent the same, for errors no retry can mend; wins over {@code retryable}
 * @param success the same, for errors that mean the work was already done; wins over both
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
