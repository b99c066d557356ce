package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.GroupLimits;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.submit.BulkActionRequest;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
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
