package io.bulkaction.internal.web.submit;

import io.bulkaction.After;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a submit says about all its jobs: fields of a JSON document, or query parameters of a stream of lines.
 *
 * @param groupId null when each line names its own
 * @param sendingWindow its name
 * @param startAt ISO 8601 with an offset
 * @param delay as 15m or PT15M
 * @param expiresAt as startAt
 * @param ttl as delay
 * @param labels {@code key=value}, with commas between them; in a document also an object
 * @param after ids of groups with commas between them, each alone or as {@code id;when;queue}; in a document also an array
 * @param sealed false when more jobs of this run follow in other requests
 */
record SubmitTarget(
        @Nullable String queue,
        @Nullable String groupId,
        @NotNull String processorType,
        @Nullable PriorityLevel priorityLevel,
        @Nullable Long basePriority,
        @Nullable @PositiveOrZero @DecimalMax("" + GroupLimits.MAX_RPS) Double maxRps,
        @Nullable @PositiveOrZero Integer maxConcurrency,
        @Nullable @DecimalMin("" + GroupLimits.MIN_WEIGHT) @DecimalMax("" + GroupLimits.MAX_WEIGHT) Double weight,
        @Nullable String sendingWindow,
        @Nullable String callbackUrl,
        @Nullable String startAt,
        @Nullable String delay,
        @Nullable String expiresAt,
        @Nullable String ttl,
        @Nullable String labels,
        @Nullable String after,
        @Nullable Boolean sealed) {

    static final String AFTER = "after";

    static final String LABELS = "labels";

    static final List<String> FIELDS =
            Stream.of(SubmitTarget.class.getRecordComponents()).map(RecordComponent::getName).toList();

    /** Otherwise a misspelt limit would be no limit at all. */
    static void requireKnown(Map<String, String[]> parameters) {
        parameters.forEach((name, values) -> {
            if (!FIELDS.contains(name)) {
                throw InvalidFieldException.unknown(name, FIELDS);
            }
            if (values.length > 1) {
                throw InvalidFieldException.twice(name);
            }
        });
    }

    /** A document says everything in its body; a {@code ?queue=} in the address would be ignored. */
    static void requireNone(Map<String, String[]> parameters) {
        parameters.keySet().stream().findFirst().ifPresent(name -> {
            throw InvalidFieldException.misplaced(name);
        });
    }

    BulkActionRequest.Builder builder() {
        if (groupId == null) {
            throw InvalidFieldException.required(JobReader.GROUP_ID);
        }
        return builder(groupId);
    }

    BulkActionRequest.Builder builder(String group) {
        return BulkActionRequest.to(queue == null ? BulkActionSettings.DEFAULT_QUEUE.value() : queue, group)
                .processor(processorType)
                .level(priorityLevel)
                .basePriority(basePriority)
                .maxRps(maxRps)
                .maxConcurrency(maxConcurrency)
                .weight(weight)
                .sendingWindow(sendingWindow)
                .callback(callbackUrl)
                .startAt(Times.instant("startAt", startAt))
                .delay(Times.duration("delay", delay))
                .expiresAt(Times.instant("expiresAt", expiresAt))
                .ttl(Times.duration("ttl", ttl))
                .labels(labels == null ? null : read(labels))
                .after(after == null ? List.of() : groups(after))
                .sealed(isSealed());
    }

    private static Map<String, String> read(String labels) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String label : labels.isBlank() ? new String[0] : labels.split(",")) {
            String[] keyAndValue = label.strip().split("=", 2);
            if (keyAndValue.length < 2) {
                throw InvalidFieldException.wrongType(LABELS);
            }
            if (read.put(keyAndValue[0], keyAndValue[1]) != null) {
                throw InvalidFieldException.twice(LABELS);
            }
        }
        return read;
    }

    private static List<After> groups(String after) {
        List<After> groups = new ArrayList<>();
        for (String each : after.isBlank() ? new String[0] : after.split(",")) {
            String[] part = each.strip().split(";", 3);
            groups.add(new After(
                    part.length > 2 && !part[2].isEmpty() ? new QueueName(part[2]) : null,
                    new GroupId(part[0]),
                    part.length > 1 && !part[1].isEmpty() ? when(part[1]) : After.When.ALWAYS));
        }
        return groups;
    }

    private static After.When when(String word) {
        try {
            return After.When.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw InvalidFieldException.wrongType(AFTER + ".when");
        }
    }

    boolean isSealed() {
        return !Boolean.FALSE.equals(sealed);
    }
}
