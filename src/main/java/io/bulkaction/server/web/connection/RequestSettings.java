package io.bulkaction.server.web.connection;

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
 * What one caller may take of the server, under {@code bulk-action.requests.}.
 *
 * @param maxSize largest request body, except for streamed {@code application/x-ndjson}
 * @param maxConcurrentSubmits how many JSON documents are read at the same time, and half of how many streams of lines;
 *     0 for as many documents as fit into half of the heap
 * @param maxConnectionsPerAddress for IPv6 per network of 64 bits; 0 for no limit
 * @param headTimeout longest time for the head of a request, and for the rest of a body that nobody reads
 * @param bodyGrace how long the server waits for a body, however small it is
 * @param minBodyRate slowest rate of a body after that, per second
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
