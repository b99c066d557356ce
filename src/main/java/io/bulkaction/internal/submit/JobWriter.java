package io.bulkaction.internal.submit;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobId;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.settings.JsonLimit;
import java.util.Map;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Turns a request into what is stored: id and JSON text, checked against the limits. */
public final class JobWriter {

    private final JsonMapper json;
    private final JsonLimit limit;
    private final JobIdGenerator ids = new JobIdGenerator();

    public JobWriter(JsonMapper json, DataSize maxPayload) {
        this.json = json;
        this.limit = new JsonLimit(maxPayload.toBytes(), "bulk-action.limits.payload");
    }

    /** @param common metadata of all jobs of the request */
    EnqueueBatch.Entry write(JobRequest request, Map<String, String> common) {
        JobId id = request.id() == null ? ids.next() : new JobId(request.id());
        String payload = payload(id, request.payload());
        if (limit.isExceededBy(payload)) {
            throw new InvalidSubmissionException("payload of job '" + id + "' is larger than " + limit);
        }
        return EnqueueBatch.Entry.of(
                id, payload, request.timing(), JobMetadata.of(id, common, request.metadata()));
    }

    private String payload(JobId id, Object payload) {
        return switch (payload) {
            case CheckedJson(String text) -> text;
            case JobRequest.Json(String text) -> checked(id, text);
            default -> json(id, payload);
        };
    }

    private String json(JobId id, Object payload) {
        try {
            return json.writeValueAsString(payload);
        } catch (JacksonException e) {
            throw new InvalidSubmissionException(
                    "payload of job '" + id + "' cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    private String checked(JobId id, String text) {
        try {
            json.readTree(text);
            return text;
        } catch (JacksonException e) {
            throw new InvalidSubmissionException("payload of job '" + id + "' is not JSON: " + e.getOriginalMessage(),
                    e);
        }
    }
}
