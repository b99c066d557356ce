package com.example.invoicing;

import org.jspecify.annotations.Nullable;

/** The payload. A record that checks itself: what is wrong with a payload then shows before any work is done. */
record Invoice(@Nullable String orderId, long cents) {

    Invoice {
        if (orderId == null || orderId.isBlank()) {
            throw new IllegalArgumentException("orderId is missing");
        }
        if (cents <= 0) {
            throw new IllegalArgumentException("cents must be above 0");
        }
    }
}
