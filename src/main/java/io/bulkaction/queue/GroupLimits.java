package io.bulkaction.queue;

import org.jspecify.annotations.Nullable;

/**
 * Limits of one group beside those of its queue; null keeps what the group has, 0 takes the limit away.
 *
 * @param maxRps jobs per second that may enter Ready
 * @param maxConcurrency jobs from Ready to finish
 */
public record GroupLimits(@Nullable Double maxRps, @Nullable Integer maxConcurrency) {

    /** More is no limit; an infinite one would be no number to Redis. */
    public static final String MOST_RPS = "1000000000";

    public static final GroupLimits KEEP = new GroupLimits(null, null);

    public GroupLimits {
        boolean rateIsOne = maxRps == null || (maxRps >= 0 && maxRps <= Double.parseDouble(MOST_RPS));
        if (!rateIsOne || (maxConcurrency != null && maxConcurrency < 0)) {
            throw new IllegalArgumentException(
                    "maxRps and maxConcurrency of a group must be 0 or more, maxRps at most " + MOST_RPS);
        }
    }
}
