package io.bulkaction.internal.builtin.order;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** @param exchange one of the configured names, in any case */
record CancelPayload(@Nullable String exchange, @Nullable String orderId, @Nullable String symbol) {

    /** why: these are written to the log, so nothing that could forge a line of it. */
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,128}");

    /** A part of a path that names the directory itself or the one above it. */
    private static final Pattern DOT_SEGMENT = Pattern.compile("(^|[/\\\\])\\.{1,2}([/\\\\]|$)");

    CancelPayload {
        require("exchange", exchange);
        require("orderId", orderId);
        if (symbol != null) {
            require("symbol", symbol);
        }
    }

    private static void require(String field, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        if (!PRINTABLE.matcher(value).matches()) {
            throw new IllegalArgumentException(field + " must be 1-128 printable ASCII characters without blanks");
        }
        // why: they become parts of a path, and DELETE /orders/.. is not the order that was meant
        if (DOT_SEGMENT.matcher(value).find()) {
            throw new IllegalArgumentException(field + " must have no part between slashes that is '.' or '..'");
        }
    }
}
