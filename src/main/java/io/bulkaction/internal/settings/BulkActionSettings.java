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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param jsonMapper Name of the JsonMapper bean that payloads and results are written and read with, for applications with several.
 * @param limiters Rates by name that several queues may share, as their backpressure.limiter.
 * @param queues Queues by name. The queue 'default' always exists.
 * @param windows Sending windows by name: hours at which jobs may start.
 * @param recurring Bulk actions that recur, by name.
 */
@Validated
@ConfigurationProperties("bulk-action")
public record BulkActionSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("bulk-action") @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String keyPrefix,
        @Nullable String instanceId,
        @DefaultValue("fail") StartCheck startCheck,
        @Nullable String jsonMapper,
        @DefaultValue @Valid Engine engine,
        @DefaultValue @Valid Submit submit,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Metrics metrics,
        @DefaultValue Map<String, @Valid Limiter> limiters,
        @DefaultValue Map<String, @Valid QueueSettings> queues,
        @DefaultValue Map<String, @Valid SendingWindowSettings> windows,
        @DefaultValue Map<String, @Valid RecurringSettings> recurring) {

    public static final QueueName DEFAULT_QUEUE = new QueueName("default");

    /** Who suffers if something is wrong at start. */
    public enum StartCheck {
        /** The application does not start, and says why. */
        FAIL,
        /** It starts and logs why the queues do not work; they do as soon as Redis passes the check. */
        WARN
    }

    /**
     * @param enabled Whether this process runs jobs. With false it only submits.
     * @param queues Queues that this process works on; all by default.
     * @param keepAlive Whether the process runs until it is stopped, also without a web server.
     */
    public record Engine(
            @DefaultValue("true") boolean enabled,
            @DefaultValue Set<String> queues,
            @DefaultValue("true") boolean keepAlive) {}

    /**
     * @param unknownType What happens to a submit for a processor type that no instance of the queue has announced.
     * @param maxAsync Most calls of submitAsync that are under way in this process.
     */
    public record Submit(
            @DefaultValue("refuse") UnknownType unknownType,
            @DefaultValue("100") @Min(1) @Max(10_000) int maxAsync) {}

    /** What happens to a submit for a processor type that no instance of the queue has announced. */
    public enum UnknownType {
        /** It is refused. */
        REFUSE,
        /** It is accepted, and the log says so. */
        WARN,
        /** It is accepted. */
        ACCEPT
    }

    /**
     * Sizes are those of JSON text in UTF-8.
     *
     * @param payload Largest payload of one job.
     * @param result Largest result of one job.
     * @param checkpoint Most that a job can keep for its next attempt.
     */
    public record Limits(
            @DefaultValue("256KB") DataSize payload,
            @DefaultValue("256KB") DataSize result,
            @DefaultValue("16KB") DataSize checkpoint) {}

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

    @AssertTrue(message = "engine.queues names a queue that bulk-action.queues does not have")
    boolean isEngineQueuesKnown() {
        return engine.queues().stream()
                .allMatch(name -> queues.containsKey(name) || name.equals(DEFAULT_QUEUE.value()));
    }

    /** The queues that this process works on, sorted. */
    public SortedSet<QueueName> workedOn() {
        SortedSet<QueueName> all = new TreeSet<>(allQueues().keySet());
        if (!engine.queues().isEmpty()) {
            all.retainAll(engine.queues().stream().map(QueueName::new).toList());
        }
        return all;
    }

    /** All queues by name, sorted; {@code default} is always among them. */
    public Map<QueueName, QueueSettings> allQueues() {
        Map<QueueName, QueueSettings> all = new TreeMap<>();
        queues.forEach((name, settings) -> all.put(new QueueName(name), settings));
        all.computeIfAbsent(DEFAULT_QUEUE, unset -> new Binder().bindOrCreate("", QueueSettings.class));
        return all;
    }
}
