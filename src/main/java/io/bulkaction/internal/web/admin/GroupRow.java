package io.bulkaction.internal.web.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.GroupProgress;
import io.bulkaction.internal.flow.CongestionControl;
import io.bulkaction.internal.flow.CongestionLevel;
import io.bulkaction.internal.flow.RateLimiter;
import org.jspecify.annotations.Nullable;

/**
 * A group with its progress and what it gets; the latter is null once its run has ended.
 *
 * @param fairShare the part that is due to it by its weight and its tenant's, beside all that have work which may run
 */
record GroupRow(
        @JsonUnwrapped GroupProgress progress,
        @Nullable Double fairShare,
        @Nullable RateUse rateLimit,
        @Nullable Congestion congestion) {

    /** Tokens of the current window, used and in all: the group's where its own limit is lower, else the queue's. */
    record RateUse(long used, long limit) {

        static RateUse of(RateLimiter.Status status) {
            return status.groupLimit() < status.globalLimit()
                    ? new RateUse(status.groupCount(), status.groupLimit())
                    : new RateUse(status.globalCount(), status.globalLimit());
        }
    }

    /** @param lastBackoffMillis how long the last of its jobs had to wait when it had no token left, as estimated */
    record Congestion(CongestionLevel level, long waiting, long peak, long totalDenied, long lastBackoffMillis) {

        static Congestion of(CongestionControl.Status status) {
            return new Congestion(
                    status.level(),
                    status.waiting(),
                    status.peak(),
                    status.totalDenied(),
                    status.lastBackoff().toMillis());
        }
    }
}
