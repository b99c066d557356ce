package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.GroupLimits;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.submit.BulkActionRequest;
import io.bulkaction.web.problem.InvalidFieldException;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What every submit says about its jobs: fields of a JSON document, or query parameters beside a stream of lines.
 *
 * @param sealed false when more jobs of this run follow in other requests
 */
record SubmitTarget(
        @Nullable String queue,
        @NotNull String groupId,
        @NotNull String processorType,
        @Nullable PriorityLevel priorityLevel,
        @Nullable Long basePriority,
        @Nullable @PositiveOrZero @DecimalMax(GroupLimits.MOST_RPS) Double maxRps,
        @Nullable @PositiveOrZero Integer maxConcurrency,
        @Nullable String callbackUrl,
        @Nullable Boolean sealed) {

    static final List<String> FIELDS =
            Stream.of(SubmitTarget.class.getRecordComponents()).map(RecordComponent::getName).toList();

    /** A parameter with a typing mistake would be a limit that nobody keeps. */
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

    BulkActionRequest.Builder builder() {
        return BulkActionRequest.to(queue == null ? BulkActionSettings.DEFAULT_QUEUE.value() : queue, groupId)
                .processor(processorType)
                .level(priorityLevel)
                .basePriority(basePriority)
                .maxRps(maxRps)
                .maxConcurrency(maxConcurrency)
                .callback(callbackUrl)
                .sealed(isSealed());
    }

    boolean isSealed() {
        return !Boolean.FALSE.equals(sealed);
    }
}
