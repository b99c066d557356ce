package io.bulkaction;

import java.time.Duration;
import java.util.Locale;

/**
 * Jobs were refused because the account that they count for has as much as it may. Jobs that were accepted before stay
 * accepted; sending everything again later adds only what is missing.
 */
public final class QuotaExceededException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /** What is used up. */
    public enum Kind {
        /** Unfinished jobs. */
        JOBS,
        /** Payload bytes of unfinished jobs. */
        BYTES,
        /** Groups whose run has not ended. */
        GROUPS,
        /** Submits per second. */
        SUBMITS
    }

    /** What is used up. */
    private final Kind kind;
    /** How much the account has. */
    private final String used;
    /** How much it may have. */
    private final String allowed;
    /** When trying again makes sense. */
    private final Duration retryAfter;

    /**
     * Used by the library.
     *
     * @param kind what is used up
     * @param used how much the account has
     * @param allowed how much it may have
     * @param retryAfter when trying again makes sense
     */
    public QuotaExceededException(Kind kind, String used, String allowed, Duration retryAfter) {
        super("quota of %s exceeded: %s used, %s allowed".formatted(kind.name().toLowerCase(Locale.ROOT), used,
                allowed));
        this.kind = kind;
        this.used = used;
        this.allowed = allowed;
        this.retryAfter = retryAfter;
    }

    /**
     * Which limit it is.
     *
     * @return what is used up
     */
    public Kind kind() {
        return kind;
    }

    /**
     * How much the account has.
     *
     * @return a number
     */
    public String used() {
        return used;
    }

    /**
     * How much the account may have.
     *
     * @return a number
     */
    public String allowed() {
        return allowed;
    }

    /**
     * When trying again makes sense.
     *
     * @return a time to wait
     */
    public Duration retryAfter() {
        return retryAfter;
    }
}
