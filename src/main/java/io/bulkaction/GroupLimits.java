package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * Limits of one group beside those of its queue, its weight beside the other groups, and the hours at which it may start jobs.
 * Set with {@link BulkActionRequest.Builder#maxRps}, {@link BulkActionRequest.Builder#maxConcurrency},
 * {@link BulkActionRequest.Builder#weight} and {@link BulkActionRequest.Builder#sendingWindow}.
 *
 * @param maxRps jobs of the group that may start per second, 0 to {@value #MAX_RPS}; 0 removes the limit, null keeps what
 *     the group has
 * @param maxConcurrency jobs of the group that may be ready or running at the same time; 0 removes the limit, null keeps
 *     what the group has
 * @param weight how much the group gets at its turn, {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}: with a weight of 2 it
 *     gets twice as much as a group with {@value #DEFAULT_WEIGHT}, which is what a new group has; null keeps what the
 *     group has
 * @param sendingWindow name of a sending window: nothing of the group starts outside its hours; {@value #NO_WINDOW} removes it,
 *     null keeps what the group has
 */
public record GroupLimits(
        @Nullable Double maxRps,
        @Nullable Integer maxConcurrency,
        @Nullable Double weight,
        @Nullable String sendingWindow) {

    /** The highest {@code maxRps}. A higher one would limit nothing. */
    public static final int MAX_RPS = 1_000_000_000;

    /** The lowest {@code weight}. */
    public static final double MIN_WEIGHT = 0.01;

    /** The highest {@code weight}. */
    public static final int MAX_WEIGHT = 100;

    /** The {@code weight} of a group that was never given one. */
    public static final int DEFAULT_WEIGHT = 1;

    /** Instead of the name of a sending window: jobs may start at all hours. */
    public static final String NO_WINDOW = "none";

    /** Keeps everything as it is. */
    public static final GroupLimits KEEP = new GroupLimits(null, null);

    /**
     * Checks the bounds.
     *
     * @throws InvalidSubmissionException when a limit is negative, {@code maxRps} is not a number or above
     *     {@value #MAX_RPS}, or {@code weight} is not a number from {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}
     */
    public GroupLimits {
        boolean isValidRate = maxRps == null || (maxRps >= 0 && maxRps <= MAX_RPS);
        if (!isValidRate || (maxConcurrency != null && maxConcurrency < 0)) {
            throw new InvalidSubmissionException(
                    "maxRps and maxConcurrency of a group must be 0 or more, maxRps at most " + MAX_RPS);
        }
        boolean isValidWeight = weight == null || (weight >= MIN_WEIGHT && weight <= MAX_WEIGHT);
        if (!isValidWeight) {
            throw new InvalidSubmissionException(
                    "weight of a group must be " + MIN_WEIGHT + " to " + MAX_WEIGHT + ", not " + weight);
        }
    }

    /**
     * Limits that keep the sending window of the group.
     *
     * @param maxRps as above
     * @param maxConcurrency as above
     * @param weight as above
     * @throws InvalidSubmissionException when a limit is out of its bounds
     */
    public GroupLimits(@Nullable Double maxRps, @Nullable Integer maxConcurrency, @Nullable Double weight) {
        this(maxRps, maxConcurrency, weight, null);
    }

    /**
     * Limits that keep the weight and the sending window of the group.
     *
     * @param maxRps as above
     * @param maxConcurrency as above
     * @throws InvalidSubmissionException when a limit is out of its bounds
     */
    public GroupLimits(@Nullable Double maxRps, @Nullable Integer maxConcurrency) {
        this(maxRps, maxConcurrency, null);
    }
}
