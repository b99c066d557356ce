package io.bulkaction.internal.builtin.push;

import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.outbound.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What FCM's answer means for the job. Only its codes are kept, not its texts. */
final class FcmAnswer {

    /** What FCM asks for when its quota is used up and it does not say how long to wait. */
    private static final Duration QUOTA_WAIT = Duration.ofMinutes(1);

    /** why: these come with statuses that would otherwise be retried. */
    private static final Set<String> PERMANENT =
            Set.of("UNREGISTERED", "INVALID_ARGUMENT", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR");

    private static final JsonMapper JSON = JsonMapper.shared();

    private FcmAnswer() {}

    static JobResult result(Answer answer, Instant now) {
        JsonNode body = body(answer);
        if (answer.isSuccess()) {
            return JobResult.success(Map.of("name", body.path("name").asString("")));
        }
        int status = answer.status();
        String code = code(body, status);
        String message = "FCM answered " + status + " " + code;
        if (PERMANENT.contains(code)) {
            return JobResult.permanent(code, message);
        }
        if (status == 429) {
            return JobResult.throttled(answer.retryAfter(now).orElse(QUOTA_WAIT));
        }
        if (status == 503 && answer.retryAfter(now).isPresent()) {
            return JobResult.throttled(answer.retryAfter(now).orElseThrow());
        }
        // why: 401 is about our token, which is renewed for the next attempt
        return JobResult.failure(code, message, status == 401 || status == 408 || status >= 500);
    }

    /** FCM's own code if there is one, else the general one of Google's APIs, else the status. */
    private static String code(JsonNode body, int status) {
        JsonNode error = body.path("error");
        for (JsonNode detail : error.path("details")) {
            String code = detail.path("errorCode").asString("");
            if (isCode(code)) {
                return code;
            }
        }
        String general = error.path("status").asString("");
        return isCode(general) ? general : "HTTP_" + status;
    }

    private static boolean isCode(String text) {
        return text.matches("[A-Z_]{1,60}");
    }

    private static JsonNode body(Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }
}
