package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
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
        @Nullable @PositiveOrZero Double maxRps,
        @Nullable @PositiveOrZero Integer maxConcurrency,
        @Nullable String callbackUrl,
        @Nullable Boolean sealed)
        implements
            SubmitTarget {}
