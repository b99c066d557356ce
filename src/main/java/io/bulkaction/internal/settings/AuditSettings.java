package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much of the audit trail each queue keeps. There is a trail for each kind, so that people with fewer rights cannot push
 * out what people with more rights did.
 *
 * @param operators people who run queues, and may not do everything
 * @param refused logins and requests that were refused
 * @param readers people who looked at payloads or results
 * @param logins people who logged in on the page
 */
@Validated
@ConfigurationProperties("bulk-action.audit")
public record AuditSettings(
        @DefaultValue @Valid Administrators administrators,
        @DefaultValue @Valid Operators operators,
        @DefaultValue @Valid Submitters submitters,
        @DefaultValue @Valid Refused refused,
        @DefaultValue @Valid Readers readers,
        @DefaultValue @Valid Logins logins,
        @DefaultValue @Valid Log log) {

    /** What the bounds of all trails have in common. */
    public sealed interface Trail {

        int maxEntries();

        Duration retention();
    }

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Administrators(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("90d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Operators(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("90d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Submitters(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("30d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Refused(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("7d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Readers(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("90d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /**
     * @param maxEntries About how many entries are kept.
     * @param retention How long an entry is kept.
     */
    public record Logins(
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxEntries,
            @DefaultValue("90d") @PositiveDuration Duration retention)
            implements
                Trail {}

    /** @param enabled Whether every entry is also written as a line of JSON to the logger io.bulkaction.audit. */
    public record Log(@DefaultValue("false") boolean enabled) {}
}
