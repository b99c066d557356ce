package io.bulkaction.internal.flow;

import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The tokens of a queue or of a group in plain Java, for rates of at least one token per window. */
final class TokenModel {

    private static final long LATE_MILLIS = 50;
    private static final long SOON_MILLIS = 10;

    private final long window;
    private final long burst;
    private final Map<Long, Long> used = new HashMap<>();
    private double perWindow;

    TokenModel(double perSecond, QueueSettings.Backpressure settings) {
        this.window = settings.rateLimitWindow().toMillis();
        this.burst = settings.rateLimitBurst().toMillis();
        rate(perSecond);
    }

    /** What was used counts on. */
    void rate(double perSecond) {
        perWindow = perSecond * window / Duration.ofSeconds(1).toMillis();
    }

    /** How many jobs may start at a later time of the window that is now. */
    long left(long now, long at) {
        long id = now / window;
        long left = earned(id, at - id * window) - used(id);
        if (isLate(now)) {
            left = Math.min(left, earned(id + 1, 0) - used(id + 1));
        }
        return Math.max(0, left);
    }

    /** A job that is claimed late may start in the next window: it pays in both. */
    void take(long now) {
        used.merge(now / window, 1L, Long::sum);
        if (isLate(now)) {
            used.merge(now / window + 1, 1L, Long::sum);
        }
    }

    /** When the count-th token from now on is there. */
    long tokenAt(long now, long count) {
        long id = now / window;
        long ends = (id + 1) * window;
        long before = used(id) + count - 1;
        if (before >= quota(id) || isLate(now)) {
            return ends;
        }
        double at = id * window - burst + (double) before * window / quota(id);
        return Math.min(ends, Math.max(now + SOON_MILLIS, (long) Math.floor(at) + 1));
    }

    long windowEnds(long now) {
        return (now / window + 1) * window;
    }

    private long earned(long id, long elapsed) {
        return Math.min(quota(id), (long) Math.ceil((double) quota(id) * (elapsed + burst) / window));
    }

    private long quota(long id) {
        return (long) (Math.floor((id + 1) * perWindow) - Math.floor(id * perWindow));
    }

    private boolean isLate(long now) {
        return now >= windowEnds(now) - Math.min(LATE_MILLIS, window / 20.0);
    }

    private long used(long id) {
        return used.getOrDefault(id, 0L);
    }
}
