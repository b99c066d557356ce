package io.bulkaction.submit;

import io.bulkaction.job.JobId;
import io.bulkaction.queue.EnqueueBatch;
import java.nio.charset.StandardCharsets;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Makes a request into what is stored: id and JSON text, checked against the limits. */
public final class JobWriter {

    private final JsonMapper json;
    private final long maxBytes;
    private final JobIdGenerator ids = new JobIdGenerator();

    public JobWriter(JsonMapper json, DataSize maxPayload) {
        this.json = json;
        this.maxBytes = maxPayload.toBytes();
    }

    EnqueueBatch.Entry write(JobRequest request) {
        JobId id = request.id() == null ? ids.next() : new JobId(request.id());
        String payload = payload(id, request.payload());
        // why the first test: most payloads are far from the limit and need no second look
        if (payload.length() * 3L > maxBytes && payload.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new InvalidSubmissionException("payload of job '" + id + "' is larger than " + maxBytes
                    + " bytes (bulk-action.limits.payload)");
        }
        return new EnqueueBatch.Entry(id, payload);
    }

    private String payload(JobId id, Object payload) {
        return payload instanceof JobRequest.Json(String text, boolean checked)
                ? checked ? text : checked(id, text)
                : json(id, payload);
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
            throw new InvalidSubmissionException("payload of job '" + id + "' is no JSON: " + e.getOriginalMessage(),
                    e);
        }
    }
}
