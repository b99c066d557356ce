package io.bulkaction.processor.http;

import io.bulkaction.job.JobResult;
import io.bulkaction.processor.RetryAfter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the other side answered, and what that means for the job. */
record WebhookAnswer(int status, @Nullable String retryAfter, Body body) {

    /** @param complete false when the answer was longer than allowed or broke off */
    record Body(byte[] bytes, boolean complete) {
        static final Body EMPTY = new Body(new byte[0], true);
    }

    /** The body is left out of failures: it may repeat what was sent. */
    JobResult result(boolean keepResponse, Instant now) {
        if (status >= 200 && status < 300) {
            return JobResult.success(keepResponse ? withBody() : Map.of("status", status));
        }
        String code = "HTTP_" + status;
        if (status == 429 || status == 503) {
            Optional<Duration> wait = RetryAfter.parse(retryAfter, now);
            return wait.map(JobResult::throttled).orElseGet(() -> JobResult.failure(code, "answered " + status, true));
        }
        if (status == 408 || status == 425 || status >= 500) {
            return JobResult.failure(code, "answered " + status, true);
        }
        return status >= 300 && status < 400
                ? JobResult.permanent(code, "answered " + status + "; redirects are not followed")
                : JobResult.permanent(code, "answered " + status);
    }

    private Map<String, Object> withBody() {
        return Map.of(
                "status", status,
                "body", new String(body.bytes(), StandardCharsets.UTF_8),
                "truncated", !body.complete());
    }
}
