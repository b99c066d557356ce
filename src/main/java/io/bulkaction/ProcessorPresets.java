package io.bulkaction;

import io.bulkaction.processor.Configured;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Settings that come with a built-in processor once it is configured. Each property is only a default: whatever a user
 * sets, anywhere, wins.
 */
final class ProcessorPresets implements EnvironmentPostProcessor, Ordered {

    static final String SOURCE = "bulk-action processor presets";

    /** @param when properties without this one set do not apply */
    private record Preset(String when, String prefix, Map<String, String> properties) {}

    private static final List<Preset> PRESETS = List.of(
            // Strictly one after the other: a NAS that fails once fails for those behind too, so a person looks first.
            new Preset(
                    "bulk-action.processors.nas-sync.nas-root",
                    "bulk-action.queues.nas-sync.",
                    Map.of(
                            "worker-pool.worker-count", "1",
                            "worker-pool.max-concurrency", "1",
                            "worker-pool.ordered", "true",
                            "worker-pool.job-timeout", "10m",
                            "retry.max-retries", "2",
                            "retry.backoff", "5s",
                            "retry.multiplier", "2",
                            "retry.jitter", "0",
                            "on-final-failure", "pause")),
            // The group is the exchange: bounded, and with workers to spare, so that a slow one holds up nobody.
            new Preset(
                    "bulk-action.processors.cancel-order.exchanges",
                    "bulk-action.queues.cancel-orders.",
                    Map.of(
                            "worker-pool.worker-count", "64",
                            "worker-pool.max-concurrency-per-group", "8",
                            "retry.max-retries", "5",
                            "retry.backoff", "60s",
                            "retry.multiplier", "2",
                            "retry.max-backoff", "1h",
                            "retry.jitter", "0")),
            // The mail library waits for ever by default.
            new Preset(
                    "bulk-action.processors.send-email.enabled",
                    "spring.mail.properties.",
                    Map.of(
                            "mail.smtp.connectiontimeout", "5000",
                            "mail.smtp.timeout", "10000",
                            "mail.smtp.writetimeout", "10000",
                            "mail.smtps.connectiontimeout", "5000",
                            "mail.smtps.timeout", "10000",
                            "mail.smtps.writetimeout", "10000")));

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Binder set = Binder.get(environment);
        Map<String, Object> defaults = new HashMap<>();
        for (Preset preset : PRESETS) {
            if (Configured.isConfigured(environment, preset.when)) {
                preset.properties.forEach((name, value) -> {
                    // why: Spring moves its own default properties behind ours, and they must win too
                    if (!set.bind(preset.prefix + name, String.class).isBound()) {
                        defaults.put(preset.prefix + name, value);
                    }
                });
            }
        }
        if (!defaults.isEmpty()) {
            environment.getPropertySources().addLast(new MapPropertySource(SOURCE, defaults));
        }
    }

    /** After everything that reads configuration files. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
