package io.bulkaction.internal.web.submit;

import io.bulkaction.After;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.GroupId;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
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

    private static final List<String> FIELDS =
            Stream.concat(SubmitTarget.FIELDS.stream(), Stream.of(JobReader.METADATA, JOBS)).toList();

    private static final List<String> CONDITION = List.of("queue", JobReader.GROUP_ID, "when");

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
        String metadata = null;
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (field.equals(JOBS)) {
                jobs = jobs(parser, text, jobs);
            } else if (field.equals(JobReader.METADATA)) {
                if (metadata != null) {
                    throw InvalidFieldException.twice(field);
                }
                metadata = JobReader.rawValue(parser, text);
            } else if (!SubmitTarget.FIELDS.contains(field)) {
                throw InvalidFieldException.unknown(field, FIELDS);
            } else if (target.has(field)) {
                throw InvalidFieldException.twice(field);
            } else if (field.equals(SubmitTarget.LABELS) && value == JsonToken.START_OBJECT) {
                target.put(field, labels(parser));
            } else if (field.equals(SubmitTarget.AFTER) && value == JsonToken.START_ARRAY) {
                target.put(field, after(parser));
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
        JobReader.metadata(metadata).forEach(request::with);
        return request.jobs(jobs).build();
    }

    /** As the text that a query parameter has. */
    private static String labels(JsonParser parser) {
        StringJoiner labels = new StringJoiner(",");
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            if (parser.nextToken() != JsonToken.VALUE_STRING || parser.getString().indexOf(',') >= 0) {
                throw InvalidFieldException.wrongType(SubmitTarget.LABELS + "." + key);
            }
            labels.add(key + "=" + parser.getString());
        }
        return labels.toString();
    }

    /** As the text that a query parameter has. */
    private static String after(JsonParser parser) {
        StringJoiner groups = new StringJoiner(",");
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            String path = SubmitTarget.AFTER + "[" + i + "]";
            if (i >= After.MAX) {
                throw new InvalidSubmissionException("after names at most " + After.MAX + " groups");
            }
            groups.add(switch (parser.currentToken()) {
                case VALUE_STRING -> new GroupId(parser.getString()).value();
                case START_OBJECT -> condition(parser, path);
                default -> throw InvalidFieldException.wrongType(path);
            });
        }
        return groups.toString();
    }

    private static String condition(JsonParser parser, String path) {
        Map<String, String> fields = new HashMap<>();
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            if (!CONDITION.contains(field)) {
                throw InvalidFieldException.unknown(field, CONDITION).in(path);
            }
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw InvalidFieldException.wrongType(path + "." + field);
            }
            fields.put(field, parser.getString());
        }
        if (!fields.containsKey(JobReader.GROUP_ID)) {
            throw InvalidFieldException.required(path + "." + JobReader.GROUP_ID);
        }
        // why checked here: a comma or a semicolon must not make two of it
        String group = new GroupId(fields.get(JobReader.GROUP_ID)).value();
        String queue = fields.containsKey("queue") ? new QueueName(fields.get("queue")).value() : "";
        return group + ";" + fields.getOrDefault("when", "always").replaceAll("[,;]", "?") + ";" + queue;
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
