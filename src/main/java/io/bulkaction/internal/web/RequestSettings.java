package io.bulkaction.internal.web;

import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How much of the server one caller may use, under {@code bulk-action.requests.}.
 *
 * @param maxSize Largest request body, except for NDJSON.
 * @param maxConcurrentSubmits JSON submits read at the same time; NDJSON submits have twice as many slots. 0 for as
 *     many as fit into half of the heap.
 * @param maxConnectionsPerAddress Most connections from one address (IPv6: from one /64); 0 for no limit.
 * @param headTimeout Longest time for the head of a request, and for the rest of a body that is not needed.
 * @param bodyGrace How long the server waits for a body of any size, and for a client that takes an answer.
 * @param minBodyRate Slowest rate of both after that, per second.
 */
@Validated
@ConfigurationProperties("bulk-action.requests")
public record RequestSettings(
        @DefaultValue("8MB") DataSize maxSize,
        @DefaultValue("0") @Min(0) @Max(10_000) int maxConcurrentSubmits,
        @DefaultValue("500") @Min(0) @Max(1_000_000) int maxConnectionsPerAddress,
        @DefaultValue("20s") @PositiveDuration Duration headTimeout,
        @DefaultValue("30s") @PositiveDuration Duration bodyGrace,
        @DefaultValue("1KB") DataSize minBodyRate) {

    @AssertTrue(message = "maxSize must be from 1KB to 1GB")
    boolean isSizeSensible() {
        return maxSize.toBytes() >= 1024 && maxSize.toGigabytes() <= 1;
    }

    @AssertTrue(message = "minBodyRate must be at least 1B")
    boolean isRateSensible() {
        return minBodyRate.toBytes() >= 1;
    }
}
