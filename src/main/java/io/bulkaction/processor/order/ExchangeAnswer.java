package io.bulkaction.processor.order;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange said.
 *
 * @param code an HTTP status as text or one of the words of this class; anything unknown is tried again
 * @param retryAfter when the exchange asked to be called later
 */
public record ExchangeAnswer(String code, @Nullable Duration retryAfter) {

    public static final String CANCELLED = "200";
    public static final String NOT_FOUND = "404";
    public static final String RATE_LIMIT = "rate_limit";
    public static final String TIMEOUT = "timeout";
    public static final String NETWORK_ERROR = "network_error";
    public static final String SYMBOL_MISSING = "symbol_missing";
    public static final String UNKNOWN_EXCHANGE = "unknown_exchange";

    public static ExchangeAnswer of(String code) {
        return new ExchangeAnswer(code, null);
    }

    boolean isCancelled() {
        return code.matches("2[0-9]{2}");
    }

    /** Cancelled before or filled: there is nothing left to cancel, which is what the job wants. */
    boolean isAlreadyGone() {
        return code.equals(NOT_FOUND);
    }

    boolean isPermanent() {
        return switch (code) {
            case "400", "401", "403", SYMBOL_MISSING, UNKNOWN_EXCHANGE -> true;
            default -> false;
        };
    }
}
