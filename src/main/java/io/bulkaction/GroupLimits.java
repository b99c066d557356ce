package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * Limits of one group beside those of its queue. Set with {@link BulkActionRequest.Builder#maxRps} and
 * {@link BulkActionRequest.Builder#maxConcurrency}.
 *
 * @param maxRps jobs of the group that may start per second, 0 to {@value #MAX_RPS}; 0 removes the limit, null keeps what
 *     the group has
 * @param maxConcurrency jobs of the group that may be ready or running at the same time; 0 removes the limit, null keeps
 *     what the group has
 */
public record GroupLimits(@Nullable Double maxRps, @Nullable Integer maxConcurrency) {

    /** The highest {@code maxRps}. A higher one would limit nothing. */
    public static final int MAX_RPS = 1_000_000_000;

    /** Keeps both limits as they are. */
    public static final GroupLimits KEEP = new GroupLimits(null, null);

    /**
     * Checks the bounds.
     *
     * @throws InvalidSubmissionException when a limit is negative, or {@code maxRps} is not a number or above
     *     {@value #MAX_RPS}
     */
    public GroupLimits {
        boolean isValidRate = maxRps == null || (maxRps >= 0 && maxRps <= MAX_RPS);
        if (!isValidRate || (maxConcurrency != null && maxConcurrency < 0)) {
            throw new InvalidSubmissionException(
                    "maxRps and maxConcurrency of a group must be 0 or more, maxRps at most " + MAX_RPS);
        }
    }
}
