package io.bulkaction.internal.operate;

import io.bulkaction.GroupLimits;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a whole queue that an administrator has set at run time; they are kept in Redis and count for all instances,
 * whatever their settings say. Null where the settings count.
 *
 * @param globalRps starts per second
 * @param maxConcurrency most jobs in flight, 0 = no limit
 * @param workers of all instances together
 * @param sendingWindow hours at which jobs may start, {@value GroupLimits#NO_WINDOW} = all
 */
public record RuntimeLimits(
        @Nullable Double globalRps,
        @Nullable Integer maxConcurrency,
        @Nullable Integer workers,
        @Nullable String sendingWindow) {

    public static final RuntimeLimits NONE = new RuntimeLimits(null, null, null);

    public RuntimeLimits(
            @Nullable Double globalRps, @Nullable Integer maxConcurrency, @Nullable Integer workers) {
        this(globalRps, maxConcurrency, workers, null);
    }

    RuntimeLimits windowOnly() {
        return new RuntimeLimits(null, null, null, sendingWindow);
    }

    /** Null for all hours. */
    public @Nullable String sendingWindowOr(QueueSettings settings) {
        String window = sendingWindow != null ? sendingWindow : settings.sendingWindow();
        return GroupLimits.NO_WINDOW.equals(window) ? null : window;
    }

    public double globalRpsOr(QueueSettings settings) {
        return globalRps != null ? globalRps : settings.backpressure().globalRps();
    }

    public int maxConcurrencyOr(QueueSettings settings) {
        return maxConcurrency != null ? maxConcurrency : settings.workerPool().maxConcurrency();
    }

    static RuntimeLimits of(Reply reply) {
        return new RuntimeLimits(
                parse(reply.text("global_rps"), Double::valueOf),
                parse(reply.text("max_concurrency"), Integer::valueOf),
                parse(reply.text("tuned_workers"), Integer::valueOf),
                parse(reply.text("sending_window"), name -> name));
    }

    private static <T> @Nullable T parse(String text, Function<String, T> type) {
        return text.isEmpty() ? null : type.apply(text);
    }

    @Override
    public String toString() {
        return "global-rps " + shown(globalRps) + ", max-concurrency " + shown(maxConcurrency) + ", workers "
                + shown(workers) + ", sending-window " + shown(sendingWindow);
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "as configured" : value;
    }
}
