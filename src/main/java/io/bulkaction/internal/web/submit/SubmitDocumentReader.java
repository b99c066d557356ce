package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a submit that is one JSON document, job by job as it arrives. Keeps only the id and the text of the payload of
 * each job: a tree of a hostile document would take fifty times its bytes.
 */
@Component
final class SubmitDocumentReader {

    static final int MAX_JOBS = 10_000;

    private static final String JOBS = "jobs";

    private static final List<String> FIELDS = Stream.concat(SubmitTarget.FIELDS.stream(), Stream.of(JOBS)).toList();

    private final JsonMapper json;
    private final ObjectReader scalars;
    private final Validator validator;
    private final int maxJob;

    SubmitDocumentReader(JsonMapper json, Validator validator, BulkActionSettings settings) {
        this.json = json;
        this.scalars = json.readerFor(JsonNode.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.validator = validator;
        this.maxJob = Math.toIntExact(settings.limits().payload().toBytes()) + JobReader.MAX_BESIDE_PAYLOAD;
    }

    BulkActionRequest read(HttpInputMessage message) throws IOException {
        RetainingReader text = new RetainingReader(message.getBody(), maxJob);
        try (JsonParser parser = json.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                throw new HttpMessageNotReadableException("the body is missing", message);
            }
            if (first != JsonToken.START_OBJECT) {
                throw new InvalidSubmissionException(
                        "a request must be an object with groupId, processorType and jobs");
            }
            BulkActionRequest request = read(parser, text);
            if (parser.nextToken() != null) {
                throw new InvalidSubmissionException("there is text after the object");
            }
            return request;
        } catch (JacksonException e) {
            throw new HttpMessageNotReadableException("the body cannot be read", e, message);
        }
    }

    private BulkActionRequest read(JsonParser parser, RetainingReader text) {
        ObjectNode target = json.createObjectNode();
        List<JobRequest> jobs = null;
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (field.equals(JOBS)) {
                jobs = jobs(parser, text, jobs);
            } else if (!SubmitTarget.FIELDS.contains(field)) {
                throw InvalidFieldException.unknown(field, FIELDS);
            } else if (target.has(field)) {
                throw InvalidFieldException.twice(field);
            } else if (!value.isScalarValue()) {
                throw InvalidFieldException.wrongType(field);
            } else {
                target.set(field, scalars.<JsonNode>readValue(parser));
            }
            text.forgetBefore(parser.currentLocation().getCharOffset());
        }
        BulkActionRequest.Builder request = checked(json.treeToValue(target, SubmitTarget.class)).builder();
        if (jobs == null) {
            throw InvalidFieldException.required(JOBS);
        }
        return request.jobs(jobs).build();
    }

    private static List<JobRequest> jobs(JsonParser parser, RetainingReader text, @Nullable List<JobRequest> before) {
        if (before != null) {
            throw InvalidFieldException.twice(JOBS);
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw InvalidFieldException.wrongType(JOBS);
        }
        List<JobRequest> jobs = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (jobs.size() == MAX_JOBS) {
                throw InvalidFieldException.tooMany(JOBS, MAX_JOBS, "application/x-ndjson");
            }
            text.forgetBefore(parser.currentTokenLocation().getCharOffset());
            jobs.add(job(parser, text, jobs.size()));
        }
        if (jobs.isEmpty()) {
            throw InvalidFieldException.wrongSize(JOBS, MAX_JOBS);
        }
        return jobs;
    }

    private static JobRequest job(JsonParser parser, RetainingReader text, int index) {
        String name = JOBS + "[" + index + "]";
        try {
            return JobReader.read(parser, text);
        } catch (InvalidFieldException e) {
            throw e.in(name);
        } catch (InvalidSubmissionException e) {
            throw new InvalidSubmissionException(name + ": " + e.getMessage());
        }
    }

    private SubmitTarget checked(SubmitTarget target) {
        Set<ConstraintViolation<SubmitTarget>> broken = validator.validate(target);
        if (!broken.isEmpty()) {
            throw new ConstraintViolationException(broken);
        }
        return target;
    }
}
