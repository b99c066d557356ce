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
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Root of everything under {@code bulk-action.}.
 *
 * @param keyPrefix first part of every Redis key
 * @param instanceId name of this process among its siblings; host and process id when none is given
 */
@Validated
@ConfigurationProperties("bulk-action")
public record BulkActionSettings(
        @DefaultValue("bulk-action") @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String keyPrefix,
        @Nullable String instanceId,
        @DefaultValue @Valid Engine engine,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Metrics metrics,
        @DefaultValue Map<String, @Valid QueueSettings> queues) {

    public static final QueueName DEFAULT_QUEUE = new QueueName("default");

    /** @param enabled false for a module that only submits and runs no worker */
    public record Engine(@DefaultValue("true") boolean enabled) {}

    /**
     * Of one job, as JSON text in UTF-8.
     *
     * @param payload largest payload
     * @param result largest result
     */
    public record Limits(@DefaultValue("256KB") DataSize payload, @DefaultValue("256KB") DataSize result) {}

    /** @param topGroups of so many groups with the most pending jobs each queue shows a series; 0 for none */
    public record Metrics(@DefaultValue("0") @Min(0) @Max(100) int topGroups) {}

    /** All queues by name, sorted; {@code default} is always among them. */
    public Map<QueueName, QueueSettings> allQueues() {
        Map<QueueName, QueueSettings> all = new TreeMap<>();
        queues.forEach((name, settings) -> all.put(new QueueName(name), settings));
        all.computeIfAbsent(DEFAULT_QUEUE, name -> Defaults.queue());
        return all;
    }
}
