package io.bulkaction.internal.flow;

import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The tokens of a queue, a tenant or a group in plain Java. */
final class TokenModel {

    private static final long LATE_MILLIS = 50;
    private static final long SOON_MILLIS = 10;

    private final long window;
    private final long burst;
    private final Map<Long, Long> used = new HashMap<>();
    private double perWindow;
    /** Of a rate below a token per window: when its next one is there. */
    private double nextAt;
    /** A strict share of the queue's tokens. */
    private long share = Long.MAX_VALUE;

    TokenModel(double perSecond, QueueSettings.Backpressure settings) {
        this.window = settings.rateLimitWindow().toMillis();
        this.burst = settings.rateLimitBurst().toMillis();
        rate(perSecond);
    }

    /** What was used counts on. */
    void rate(double perSecond) {
        perWindow = perSecond * window / Duration.ofSeconds(1).toMillis();
    }

    void share(long tokens) {
        share = tokens;
    }

    /** How many jobs may start at a later time of the window that is now. */
    long left(long now, long at) {
        if (isSlow()) {
            return nextAt(now) <= at ? 1 : 0;
        }
        long id = now / window;
        long left = earned(id, at - id * window) - used(id);
        if (isLate(now)) {
            left = Math.min(left, earned(id + 1, 0) - used(id + 1));
        }
        return Math.max(0, left);
    }

    /** A job that is claimed late may start in the next window: it pays in both. */
    void take(long now) {
        if (isSlow()) {
            nextAt = Math.max(nextAt(now), now) + window / perWindow;
            return;
        }
        used.merge(now / window, 1L, Long::sum);
        if (isLate(now)) {
            used.merge(now / window + 1, 1L, Long::sum);
        }
    }

    /** The job of a claim did not start, and its token counts for a window that is not over. */
    void refund(long claimedAt, long now) {
        if (isSlow()) {
            boolean isLast = Math.abs(nextAt(now) - claimedAt - window / perWindow) < 1;
            nextAt = isLast ? Math.min(nextAt(now), now) : nextAt;
            return;
        }
        long id = claimedAt / window;
        boolean isThisWindow = id == now / window;
        boolean wasLate = isLate(claimedAt);
        if (isThisWindow || wasLate && id + 1 == now / window) {
            giveBack(now / window);
        }
        if (isThisWindow && wasLate) {
            giveBack(id + 1);
        }
    }

    private void giveBack(long id) {
        used.put(id, Math.max(0, used(id) - 1));
    }

    /** A claim has looked at it and writes what is used: in windows, or as the time of the next token. */
    void keep(long now) {
        if (isSlow()) {
            nextAt = nextAt(now);
            used.clear();
        } else {
            nextAt = 0;
        }
    }

    /** When the count-th token from now on is there. */
    long tokenAt(long now, long count) {
        if (isSlow()) {
            return Math.min(now + 2 * window, Math.max(now + SOON_MILLIS, (long) Math.ceil(nextAt(now))));
        }
        long id = now / window;
        long ends = (id + 1) * window;
        long before = used(id) + count - 1;
        if (before >= tokens(id) || isLate(now)) {
            return ends;
        }
        double at = id * window - burst + (double) before * window / tokens(id);
        return Math.min(ends, Math.max(now + SOON_MILLIS, (long) Math.floor(at) + 1));
    }

    long windowEnds(long now) {
        return (now / window + 1) * window;
    }

    /** Whole tokens of a window. */
    long quota(long id) {
        return (long) (Math.floor((id + 1) * perWindow) - Math.floor(id * perWindow));
    }

    long windowOf(long now) {
        return now / window;
    }

    private boolean isSlow() {
        return perWindow < 1;
    }

    /** A time that lies too far ahead is not one that this rate has set. */
    private double nextAt(long now) {
        return nextAt > now + 2 * window / perWindow ? 0 : nextAt;
    }

    private long earned(long id, long elapsed) {
        return Math.min(tokens(id), (long) Math.ceil((double) tokens(id) * (elapsed + burst) / window));
    }

    private long tokens(long id) {
        return Math.min(quota(id), share);
    }

    private boolean isLate(long now) {
        return now >= windowEnds(now) - Math.min(LATE_MILLIS, window / 20.0);
    }

    private long used(long id) {
        return used.getOrDefault(id, 0L);
    }
}
