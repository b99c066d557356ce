package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.GroupLimits;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;

/** The same as {@link SubmitRequest} without its jobs, as query parameters beside a stream of lines. */
record SubmitParameters(
        @Nullable String queue,
        @NotNull String groupId,
        @NotNull String processorType,
        @Nullable PriorityLevel priorityLevel,
        @Nullable Long basePriority,
        @Nullable @PositiveOrZero @DecimalMax(GroupLimits.MOST_RPS) Double maxRps,
        @Nullable @PositiveOrZero Integer maxConcurrency,
        @Nullable String callbackUrl,
        @Nullable Boolean sealed)
        implements
            SubmitTarget {}
