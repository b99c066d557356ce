package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much of the audit trail each queue keeps. Three trails, so that nobody who may do less can push out what
 * somebody did who may do more.
 *
 * @param refused logins and requests that were refused
 */
@Validated
@ConfigurationProperties("bulk-action.audit")
public record AuditSettings(
        @DefaultValue @Valid Administrators administrators,
        @DefaultValue @Valid Submitters submitters,
        @DefaultValue @Valid Refused refused,
        @DefaultValue @Valid Log log) {

    /** What the bounds of all trails have in common. */
    public sealed interface Trail {

        int maxEntries();

        Duration retention();
    }

    /**
     * @param maxEntries about so many are kept
     * @param retention older ones are dropped
     */
    public record Administrators(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("90d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries about so many are kept
     * @param retention older ones are dropped
     */
    public record Submitters(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("30d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries about so many are kept
     * @param retention older ones are dropped
     */
    public record Refused(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("7d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /** @param enabled writes every entry as a line of JSON to the logger {@code io.bulkaction.audit} */
    public record Log(@DefaultValue("false") boolean enabled) {}
}
