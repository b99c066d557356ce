package io.bulkaction.internal.operate.recur;

import io.bulkaction.JobRequest;
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
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fetches jobs from a URL: a line each, an object with {@code payload} and, optionally, {@code jobId}. */
public final class HttpJobs implements AutoCloseable {

    private static final int LONGEST_URL = 2_000;

    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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
        try {
            JsonNode job = json.readTree(text);
            JsonNode payload = job.get("payload");
            if (payload == null) {
                throw new IllegalArgumentException("line " + line + " of the source has no payload");
            }
            JsonNode id = job.get("jobId");
            return JobRequest.json(id == null || id.isNull() ? null : id.asString(), payload.toString());
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "line " + line + " of the source is not JSON: " + e.getOriginalMessage());
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
