package io.bulkaction.queue;

import org.jspecify.annotations.Nullable;

/**
 * Limits of one group beside those of its queue; null keeps what the group has, 0 takes the limit away.
 *
 * @param maxRps jobs per second that may enter Ready
 * @param maxConcurrency jobs from Ready to finish
 */
public record GroupLimits(@Nullable Double maxRps, @Nullable Integer maxConcurrency) {

    public static final GroupLimits KEEP = new GroupLimits(null, null);

    public GroupLimits {
        if ((maxRps != null && maxRps < 0) || (maxConcurrency != null && maxConcurrency < 0)) {
            throw new IllegalArgumentException("maxRps and maxConcurrency of a group must be 0 or more");
        }
    }
}
