package io.bulkaction.internal.builtin.http;

import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.outbound.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What an answer means for the job. */
record WebhookAnswer(Answer answer) {

    /** The body is left out of failures: it may repeat what was sent. */
    JobResult result(boolean keepResponse, Instant now) {
        int status = answer.status();
        if (answer.isSuccess()) {
            return JobResult.success(keepResponse ? withBody() : Map.of("status", status));
        }
        String code = "HTTP_" + status;
        if (status == 429 || status == 503) {
            Optional<Duration> wait = answer.retryAfter(now);
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
                "status", answer.status(),
                "body", new String(answer.body(), StandardCharsets.UTF_8),
                "truncated", !answer.complete());
    }
}
