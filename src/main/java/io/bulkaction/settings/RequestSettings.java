package io.bulkaction.settings;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * What one caller may take from the server, under {@code bulk-action.requests.}.
 *
 * @param maxSize largest request body, except for streamed {@code application/x-ndjson}
 * @param maxConcurrentSubmits submits that are read at the same time; 0 for as many as fit into half of the heap
 */
@Validated
@ConfigurationProperties("bulk-action.requests")
public record RequestSettings(
        @DefaultValue("8MB") DataSize maxSize,
        @DefaultValue("0") @Min(0) @Max(10_000) int maxConcurrentSubmits) {

    @AssertTrue(message = "maxSize must be from 1KB to 1GB")
    boolean isSizeSensible() {
        return maxSize.toBytes() >= 1024 && maxSize.toGigabytes() <= 1;
    }
}
