package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.submit.BulkActionRequest;
import org.jspecify.annotations.Nullable;

/** What every submit says about its jobs, in a JSON document or beside a stream of lines. */
interface SubmitTarget {

    @Nullable
    String queue();

    String groupId();

    String processorType();

    @Nullable
    PriorityLevel priorityLevel();

    @Nullable
    Long basePriority();

    @Nullable
    Double maxRps();

    @Nullable
    Integer maxConcurrency();

    @Nullable
    String callbackUrl();

    /** False when more jobs of this run follow in other requests. */
    @Nullable
    Boolean sealed();

    default BulkActionRequest.Builder builder() {
        String queue = queue();
        return BulkActionRequest.to(queue == null ? BulkActionSettings.DEFAULT_QUEUE.value() : queue, groupId())
                .processor(processorType())
                .level(priorityLevel())
                .basePriority(basePriority())
                .maxRps(maxRps())
                .maxConcurrency(maxConcurrency())
                .callback(callbackUrl())
                .sealed(isSealed());
    }

    default boolean isSealed() {
        return !Boolean.FALSE.equals(sealed());
    }
}
