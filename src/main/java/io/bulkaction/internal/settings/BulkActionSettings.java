package io.bulkaction.internal.settings;

import io.bulkaction.QueueName;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
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
 * @param keyPrefix First part of every Redis key.
 * @param instanceId Name of this process among the instances. Host name and process id if it is not set.
 * @param startCheck What happens at start if Redis cannot be reached or must not be used, or if a setting is unknown.
 * @param queues Queues by name. The queue 'default' always exists.
 */
@Validated
@ConfigurationProperties("bulk-action")
public record BulkActionSettings(
        @DefaultValue("bulk-action") @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String keyPrefix,
        @Nullable String instanceId,
        @DefaultValue("fail") StartCheck startCheck,
        @DefaultValue @Valid Engine engine,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Metrics metrics,
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

    /** All queues by name, sorted; {@code default} is always among them. */
    public Map<QueueName, QueueSettings> allQueues() {
        Map<QueueName, QueueSettings> all = new TreeMap<>();
        queues.forEach((name, settings) -> all.put(new QueueName(name), settings));
        all.computeIfAbsent(DEFAULT_QUEUE, _ -> new Binder().bindOrCreate("", QueueSettings.class));
        return all;
    }
}
