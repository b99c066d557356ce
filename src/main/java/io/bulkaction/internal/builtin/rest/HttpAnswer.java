package io.bulkaction.internal.builtin.rest;

import io.bulkaction.internal.builtin.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** What a service answered; the body may be cut. */
public record HttpAnswer(int status, HttpHeaders headers, byte[] body) {

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    public Optional<Duration> retryAfter(Instant now) {
        return RetryAfter.parse(headers.getFirst(HttpHeaders.RETRY_AFTER), now);
    }
}
