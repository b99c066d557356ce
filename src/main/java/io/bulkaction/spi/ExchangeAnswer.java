package io.bulkaction.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange answered to a cancellation.
 *
 * @param code an HTTP status as text, or one of the words of this class; anything else counts as a failure that is retried
 * @param retryAfter how long the exchange asked to be left alone; null when it did not. All jobs of the group wait that long
 */
public record ExchangeAnswer(String code, @Nullable Duration retryAfter) {

    /** The order is cancelled. */
    public static final String CANCELLED = "200";
    /** There is no such order: it was cancelled before, or filled. Counts as success. */
    public static final String NOT_FOUND = "404";
    /** The exchange has had too many calls. Retried. */
    public static final String RATE_LIMIT = "rate_limit";
    /** There was no answer in time. Retried. */
    public static final String TIMEOUT = "timeout";
    /** The connection broke. Retried. */
    public static final String NETWORK_ERROR = "network_error";
    /** The exchange needs a symbol, and the payload has none. Permanent. */
    public static final String SYMBOL_MISSING = "symbol_missing";
    /** No client has the name of this exchange. Permanent. */
    public static final String UNKNOWN_EXCHANGE = "unknown_exchange";

    /**
     * An answer without a wish to be left alone.
     *
     * @param code an HTTP status as text, or one of the words of this class
     * @return the answer
     */
    public static ExchangeAnswer of(String code) {
        return new ExchangeAnswer(code, null);
    }

    /** {@return whether the order is cancelled: any HTTP status from 200 to 299} */
    public boolean isCancelled() {
        return code.matches("2[0-9]{2}");
    }

    /** {@return whether the order was cancelled before or filled, so that there is nothing left to cancel} */
    public boolean isAlreadyGone() {
        return code.equals(NOT_FOUND);
    }

    /** {@return whether no retry can change the answer} */
    public boolean isPermanent() {
        return switch (code) {
            case "400", "401", "403", SYMBOL_MISSING, UNKNOWN_EXCHANGE -> true;
            default -> false;
        };
    }
}
