package io.bulkaction.web.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.group.GroupProgress;
import io.bulkaction.queue.CongestionControl;
import io.bulkaction.queue.CongestionLevel;
import io.bulkaction.queue.RateLimiter;
import org.jspecify.annotations.Nullable;

/**
 * A group and what it gets. Once its run has ended it gets nothing, and all of that is null.
 *
 * @param share its part of all jobs that end in the queue at the moment, 0 to 1; null while nobody can tell
 * @param fairShare an equal part among the groups with an unfinished run
 */
record GroupRow(
        @JsonUnwrapped GroupProgress progress,
        @Nullable Double share,
        @Nullable Double fairShare,
        @Nullable RateUse rateLimit,
        @Nullable Congestion congestion) {

    /** Tokens of the current window. */
    record RateUse(long used, long limit) {

        static RateUse of(RateLimiter.Status status) {
            return new RateUse(status.groupCount(), status.groupLimit());
        }
    }

    /** @param lastBackoffMillis how long the last job that found no token was told to wait */
    record Congestion(CongestionLevel level, long nonReady, long peak, long totalStaged, long lastBackoffMillis) {

        static Congestion of(CongestionControl.Status status) {
            return new Congestion(
                    status.level(),
                    status.nonReady(),
                    status.peak(),
                    status.totalStaged(),
                    status.lastBackoff().toMillis());
        }
    }
}
