package io.bulkaction.internal.builtin.order;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** @param exchange one of the configured names, in any case */
record CancelPayload(@Nullable String exchange, @Nullable String orderId, @Nullable String symbol) {

    /** why: these are logged and must not be able to forge a log line. */
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,128}");

    /** A part of a path that names the directory itself or the one above it. */
    private static final Pattern DOT_SEGMENT = Pattern.compile("(^|[/\\\\])\\.{1,2}([/\\\\]|$)");

    CancelPayload {
        check("exchange", exchange);
        check("orderId", orderId);
        if (symbol != null) {
            check("symbol", symbol);
        }
    }

    private static void check(String field, @Nullable String value) {
        require(value != null, field + " is missing");
        require(PRINTABLE.matcher(value).matches(),
                field + " must be 1-128 printable ASCII characters without blanks");
        // why: they become parts of a path, and DELETE /orders/.. is not the order that was meant
        require(!DOT_SEGMENT.matcher(value).find(),
                field + " must have no part between slashes that is '.' or '..'");
    }
}
