package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupResult.Durations;
import io.bulkaction.GroupResult.ErrorSummary;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.DurationSketch;
import io.bulkaction.internal.payload.PayloadCodecs;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the result of a run is a view of: the counters of its group and its errors at one moment, as
 * {@code lua/lib/result.lua} writes them, and what aggregators made of the results of its jobs.
 */
public final class RunRecord {

    private static final String TOOK = "took:";
    private static final String EXAMPLE = "example:";
    private static final int MAX_ERRORS = 50;

    private final Map<String, String> meta;
    private final Map<String, String> errors;
    private final Map<String, JsonNode> data;

    private RunRecord(Map<String, String> meta, Map<String, String> errors, Map<String, JsonNode> data) {
        this.meta = meta;
        this.errors = errors;
        this.data = data;
    }

    /**
     * @param meta as in the hash of a group
     * @param errors as in the hash of its errors
     */
    public static RunRecord of(Map<String, String> meta, Map<String, String> errors, Map<String, JsonNode> data) {
        return new RunRecord(meta, errors, data);
    }

    /** What aggregators made is encoded as payloads are, because it is made of them. */
    static RunRecord read(String json, PayloadCodecs codecs) {
        JsonNode record = ResultJson.read(json);
        String data = Objects.requireNonNullElse(codecs.show(record.path("data").asString("")), "");
        return new RunRecord(
                pairs(record.path("meta")),
                pairs(record.path("errors")),
                data.isEmpty() ? Map.of() : fields(ResultJson.read(data)));
    }

    private static Map<String, String> pairs(JsonNode flat) {
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            pairs.put(flat.get(i).asString(), flat.get(i + 1).asString());
        }
        return pairs;
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.forEachEntry(fields::put);
        return fields;
    }

    RunRecord with(Map<String, JsonNode> otherData) {
        return new RunRecord(meta, errors, otherData);
    }

    public GroupResult result(QueueName queue, GroupId group) {
        long success = number("successCount");
        long failed = number("failedCount");
        long resolved = number("resolvedCount");
        long ran = success + failed + resolved;
        return new GroupResult(
                queue,
                group,
                number("run"),
                number("endings"),
                GroupStatus.valueOf(meta.get("status")),
                number("totalJobs"),
                success,
                failed,
                number("cancelledCount"),
                resolved,
                number("expiredCount"),
                ran == 0 ? null : (double) success / ran,
                durations(),
                errors(),
                Instant.ofEpochMilli(number("createdAt")),
                time("startedAt"),
                time("finishedAt"),
                meta.get("cancelReason"),
                data);
    }

    private Durations durations() {
        Map<Integer, Long> buckets = new HashMap<>();
        meta.forEach((field, count) -> {
            if (field.startsWith(TOOK)) {
                buckets.put(Integer.valueOf(field.substring(TOOK.length())), Long.valueOf(count));
            }
        });
        DurationSketch sketch = new DurationSketch(buckets);
        long count = sketch.count();
        return new Durations(
                count,
                millis(sketch.quantile(0)),
                count == 0 ? 0 : millis((double) number("durationSum") / count),
                millis(sketch.quantile(0.5)),
                millis(sketch.quantile(0.95)),
                millis(sketch.quantile(0.99)),
                millis(sketch.quantile(1)));
    }

    private static double millis(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private List<ErrorSummary> errors() {
        return errors.entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(EXAMPLE) && Long.parseLong(entry.getValue()) > 0)
                .map(entry -> summary(entry.getKey(), Long.parseLong(entry.getValue())))
                .sorted(Comparator.comparingLong(ErrorSummary::count).reversed().thenComparing(ErrorSummary::code))
                .limit(MAX_ERRORS)
                .toList();
    }

    /** The example is the id of a job, a space and its message. */
    private ErrorSummary summary(String code, long count) {
        String[] example = errors.getOrDefault(EXAMPLE + code, "").split(" ", 2);
        return new ErrorSummary(
                code, count, example[0].isEmpty() ? null : example[0], example.length > 1 ? example[1] : null);
    }

    private long number(String field) {
        return Long.parseLong(meta.getOrDefault(field, "0"));
    }

    private @Nullable Instant time(String field) {
        return meta.containsKey(field) ? Instant.ofEpochMilli(number(field)) : null;
    }
}
