package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * What became of one request that was submitted together with others, see {@link BulkActionService#submitAll}.
 *
 * @param submission how many of its jobs are new
 * @param refusal why not all of its jobs were accepted: a {@link GroupCancellingException}, a {@link RedisFullException}, a
 *     {@link RedisUnavailableException}, or
 *     the exception of the Redis client; null when they were. The run is not sealed then, and whatever the submission does
 *     not count may have been accepted or not: submit the request again, and only what is missing is added
 */
public record SubmitOutcome(Submission submission, @Nullable RuntimeException refusal) {

    /** {@return whether all jobs were accepted} */
    public boolean isAccepted() {
        return refusal == null;
    }
}
