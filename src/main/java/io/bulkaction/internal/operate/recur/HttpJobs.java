package io.bulkaction.internal.operate.recur;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.Timing;
import io.bulkaction.internal.builtin.outbound.Answer;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.settings.RecurringSourceSettings;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Fetches jobs from a URL: a line each, as a submit of lines has them. */
public final class HttpJobs implements AutoCloseable {

    private static final int LONGEST_URL = 2_000;

    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private final RecurringSourceSettings settings;
    private final GuardedClient client;

    public HttpJobs(RecurringSourceSettings settings) {
        this.settings = settings;
        this.client = new GuardedClient(settings.limits(), settings.hostPolicy());
    }

    /** What is wrong with a URL; null if it may be called. */
    @Nullable
    String problem(String text) {
        if (text.length() > LONGEST_URL) {
            return "is longer than " + LONGEST_URL;
        }
        try {
            return settings.hostPolicy().allows(CallUrl.of(text)) ? null
                    : "its host is not among bulk-action.recurring-sources.allowed-hosts";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** All of the answer is here before the first job is submitted, so that half an answer is no answer. */
    Stream<JobRequest> from(String url) throws IOException {
        Answer answer = client.send(new Call("GET", CallUrl.of(url), Map.of("Accept", "application/x-ndjson"), null));
        if (!answer.isSuccess()) {
            throw new IOException("the source answered " + answer.status());
        }
        if (!answer.complete()) {
            throw new IOException(answer.body().length > settings.maxSize().toBytes()
                    ? "the answer of the source is larger than " + settings.maxSize() + " (recurring-sources.max-size)"
                    : "the answer of the source broke off");
        }
        AtomicLong line = new AtomicLong();
        return new BufferedReader(
                new InputStreamReader(new ByteArrayInputStream(answer.body()), StandardCharsets.UTF_8))
                .lines()
                .peek(any -> line.incrementAndGet())
                .filter(text -> !text.isBlank())
                .map(text -> job(text, line.get()));
    }

    private JobRequest job(String text, long line) {
        String where = "line " + line + " of the source";
        try {
            Line job = json.readValue(text, Line.class);
            if (job == null) {
                throw new IllegalArgumentException("it is null");
            }
            return job.job();
        } catch (UnrecognizedPropertyException e) {
            throw new IllegalArgumentException(where + ": field '" + e.getPropertyName() + "' is unknown; known are: "
                    + String.join(", ", new TreeSet<>(e.getKnownPropertyIds().stream().map(Object::toString).toList())),
                    e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(where + " is not a job as JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | InvalidSubmissionException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    /** @param runAt ISO 8601 with an offset, like expiresAt; delay and ttl are durations */
    private record Line(
            @Nullable String jobId,
            @Nullable JsonNode payload,
            @Nullable Map<String, String> metadata,
            @Nullable String runAt,
            @Nullable String delay,
            @Nullable String expiresAt,
            @Nullable String ttl) {

        JobRequest job() {
            if (payload == null) {
                throw new IllegalArgumentException("it has no payload");
            }
            Timing timing = Timing.ofJob(time("runAt", runAt), duration("delay", delay), time("expiresAt", expiresAt),
                    duration("ttl", ttl));
            return new JobRequest(jobId, new JobRequest.Json(payload.toString()), timing,
                    metadata == null ? Map.of() : metadata);
        }

        private static @Nullable Instant time(String field, @Nullable String text) {
            try {
                return text == null ? null : OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException unreadable) {
                throw new IllegalArgumentException(
                        field + " must be a time with its offset, as 2026-11-18T09:00:00+09:00");
            }
        }

        private static @Nullable Duration duration(String field, @Nullable String text) {
            try {
                return text == null ? null : DurationStyle.detectAndParse(withUnit(text));
            } catch (IllegalArgumentException | ArithmeticException unreadable) {
                throw new IllegalArgumentException(field + " must be a duration with its unit, as 15m or PT15M");
            }
        }

        /** As in a submit. */
        private static String withUnit(String text) {
            if (text.matches("[+-]?[0-9]*")) {
                throw new IllegalArgumentException(text + " is no duration");
            }
            return text;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
