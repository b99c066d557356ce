package io.bulkaction.internal.boot;

import io.bulkaction.internal.builtin.Configured;
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
 * Settings that come with a built-in processor once it is configured. They are only defaults: whatever a user sets
 * wins.
 */
final class ProcessorPresets implements EnvironmentPostProcessor, Ordered {

    static final String SOURCE = "bulk-action processor presets";

    /** @param when what switches the processor on: one of these is set, and not to false */
    private record Preset(List<String> when, String prefix, Map<String, String> properties) {

        boolean appliesTo(ConfigurableEnvironment environment) {
            return when.stream().anyMatch(name -> Configured.isConfigured(environment, name)
                    && !"false".equalsIgnoreCase(environment.getProperty(name)));
        }
    }

    private static final List<Preset> PRESETS = List.of(
            // Strictly in order: if the NAS fails for one job, it fails for the next ones too, so a person looks first.
            new Preset(
                    List.of("bulk-action.processors.nas-sync.nas-root"),
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
            // A group is an exchange. Its concurrency is far below the number of workers, so a slow one delays nobody.
            new Preset(
                    List.of("bulk-action.processors.cancel-order.exchanges"),
                    "bulk-action.queues.cancel-orders.",
                    Map.of(
                            "worker-pool.worker-count", "64",
                            "worker-pool.max-concurrency-per-group", "8",
                            "retry.max-retries", "5",
                            "retry.backoff", "60s",
                            "retry.multiplier", "2",
                            "retry.max-backoff", "1h",
                            "retry.jitter", "0")),
            // A server that greylists accepts a mail after minutes, not seconds.
            new Preset(
                    List.of("bulk-action.processors.send-email.enabled"),
                    "bulk-action.queues.send-email.",
                    Map.of(
                            "worker-pool.worker-count", "10",
                            "worker-pool.job-timeout", "60s",
                            "retry.max-retries", "5",
                            "retry.backoff", "1m",
                            "retry.multiplier", "3",
                            "retry.max-backoff", "1h")),
            // Google asks callers to wait at least ten seconds before a retry.
            new Preset(
                    List.of(
                            "bulk-action.processors.push-notification.project-id",
                            "bulk-action.processors.push-notification.endpoint",
                            "bulk-action.processors.push-notification.service-account-file",
                            "bulk-action.processors.push-notification.access-token"),
                    "bulk-action.queues.push-notification.",
                    Map.of(
                            "worker-pool.worker-count", "50",
                            "retry.max-retries", "5",
                            "retry.backoff", "10s",
                            "retry.max-backoff", "10m")),
            // A group is a receiver, limited for the same reason as an exchange.
            new Preset(
                    List.of("bulk-action.processors.http-request.allowed-hosts"),
                    "bulk-action.queues.http-request.",
                    Map.of(
                            "worker-pool.worker-count", "50",
                            "worker-pool.max-concurrency-per-group", "10",
                            "retry.max-retries", "8",
                            "retry.backoff", "10s",
                            "retry.max-backoff", "1h")),
            // The mail library waits for ever by default.
            new Preset(
                    List.of("bulk-action.processors.send-email.enabled"),
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
            if (preset.appliesTo(environment)) {
                preset.properties.forEach((name, value) -> {
                    // why: Spring moves its own default properties behind ours, but they must win
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
