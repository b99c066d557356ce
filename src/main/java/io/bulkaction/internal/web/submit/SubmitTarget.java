package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a submit says about all its jobs: fields of a JSON document, or query parameters of a stream of lines.
 *
 * @param groupId null when each line names its own
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
        @Nullable String callbackUrl,
        @Nullable Boolean sealed) {

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
                .callback(callbackUrl)
                .sealed(isSealed());
    }

    boolean isSealed() {
        return !Boolean.FALSE.equals(sealed);
    }
}
