package io.bulkaction.internal.settings;

import io.bulkaction.Ids;
import io.bulkaction.QueueName;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Root of everything under {@code bulk-action.}.
 *
 * @param enabled Whether bulk-action is there at all. With false nothing starts, and no Redis is needed.
 * @param keyPrefix First part of every Redis key.
 * @param instanceId Name of this process among the instances. Host name and process id if it is not set.
 * @param startCheck What happens at start if Redis cannot be reached or must not be used, or if a setting is unknown.
 * @param limiters Rates by name that several queues may share, as their backpressure.limiter.
 * @param queues Queues by name. The queue 'default' always exists.
 */
@Validated
@ConfigurationProperties("bulk-action")
public record BulkActionSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("bulk-action") @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String keyPrefix,
        @Nullable String instanceId,
        @DefaultValue("fail") StartCheck startCheck,
        @DefaultValue @Valid Engine engine,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Metrics metrics,
        @DefaultValue Map<String, @Valid Limiter> limiters,
        @DefaultValue Map<String, @Valid QueueSettings> queues) {

    public static final QueueName DEFAULT_QUEUE = new QueueName("default");

    /** Who suffers if something is wrong at start. */
    public enum StartCheck {
        /** The application does not start, and says why. */
        FAIL,
        /** It starts and logs why the queues do not work; they do as soon as Redis answers. */
        WARN
    }

    /** @param enabled Whether this process runs jobs. With false it only submits. */
    public record Engine(@DefaultValue("true") boolean enabled) {}

    /**
     * Sizes are those of JSON text in UTF-8.
     *
     * @param payload Largest payload of one job.
     * @param result Largest result of one job.
     */
    public record Limits(@DefaultValue("256KB") DataSize payload, @DefaultValue("256KB") DataSize result) {}

    /** @param topGroups For how many groups, those with the most pending jobs, each queue exports a metric of their own. */
    public record Metrics(@DefaultValue("0") @Min(0) @Max(100) int topGroups) {}

    /**
     * @param rps Starts per second over all queues that name this limiter, and all instances.
     * @param window Length of the window in which they are counted.
     * @param burst How far ahead of the clock the tokens of a window may be used.
     */
    public record Limiter(
            @Positive double rps,
            @DefaultValue("1s") @PositiveDuration Duration window,
            @DefaultValue("50ms") @PositiveDuration Duration burst) {

        @AssertTrue(message = "rps x window must give at least one token per window")
        boolean isAtLeastOneTokenPerWindow() {
            return rps * window.toMillis() / 1000.0 >= 1 - 1e-9;
        }
    }

    @AssertTrue(message = "backpressure.limiter of a queue must be the name of one of the limiters")
    boolean isLimiterOfQueuesKnown() {
        return queues.values().stream()
                .map(queue -> queue.backpressure().limiter())
                .allMatch(limiter -> limiter == null || limiters.containsKey(limiter));
    }

    @AssertTrue(message = "the names of limiters must be ids")
    boolean isLimitersNamedById() {
        return limiters.keySet().stream().allMatch(Ids::isValid);
    }

    /** All queues by name, sorted; {@code default} is always among them. */
    public Map<QueueName, QueueSettings> allQueues() {
        Map<QueueName, QueueSettings> all = new TreeMap<>();
        queues.forEach((name, settings) -> all.put(new QueueName(name), settings));
        all.computeIfAbsent(DEFAULT_QUEUE, _ -> new Binder().bindOrCreate("", QueueSettings.class));
        return all;
    }
}
