package com.example.invoicing;

import java.io.IOException;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Stands for a print shop on the other side of an HTTP API, which counts a letter once per key. */
@Component
class PrintShop {

    /** @param retryAfter what the header {@code Retry-After} says */
    record Answer(int status, String ticket, Duration retryAfter) {}

    Answer print(String key, String letter) throws IOException {
        return new Answer(200, "ticket-" + key, Duration.ZERO);
    }
}
