package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.OnFinalFailure;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@Execution(ExecutionMode.SAME_THREAD)
class ProcessorPresetsTest {

    private static final String NAS = "--bulk-action.processors.nas-sync.nas-root=/mnt/nas";
    private static final String EXCHANGE = "--bulk-action.processors.cancel-order.exchanges.binance.base-url=http://x";

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(BulkActionSettings.class)
    static class Settings {}

    @Test
    void withoutProcessorsThereAreNoPresets() {
        try (ConfigurableApplicationContext context = run()) {
            assertThat(queues(context)).containsOnlyKeys(new QueueName("default"));
            assertThat(context.getEnvironment().getPropertySources().contains(ProcessorPresets.SOURCE)).isFalse();
        }
    }

    @Test
    void aConfiguredNasBringsItsQueue() {
        try (ConfigurableApplicationContext context = run(NAS)) {
            QueueSettings queue = queues(context).get(new QueueName("nas-sync"));

            assertThat(queue.workerPool().maxConcurrency()).isEqualTo(1);
            assertThat(queue.workerPool().ordered()).isTrue();
            assertThat(queue.retry().maxRetries()).as("three attempts").isEqualTo(2);
            assertThat(queue.retry().backoff()).isEqualTo(Duration.ofSeconds(5));
            assertThat(queue.retry().multiplier()).isEqualTo(2);
            assertThat(queue.onFinalFailure()).isEqualTo(OnFinalFailure.PAUSE);
            assertThat(queues(context)).doesNotContainKey(new QueueName("cancel-orders"));
        }
    }

    @Test
    void aConfiguredExchangeBringsItsQueue() {
        try (ConfigurableApplicationContext context = run(EXCHANGE)) {
            QueueSettings queue = queues(context).get(new QueueName("cancel-orders"));

            assertThat(queue.retry().maxRetries()).isEqualTo(5);
            assertThat(queue.retry().backoff()).isEqualTo(Duration.ofMinutes(1));
            assertThat(queue.retry().maxBackoff()).isEqualTo(Duration.ofHours(1));
            assertThat(queue.workerPool().maxConcurrencyPerGroup()).isEqualTo(8);
            assertThat(queue.workerPool().workerCount())
                    .as("workers to spare for other exchanges")
                    .isGreaterThan(queue.workerPool().maxConcurrencyPerGroup());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "send-email, 10, 0, 5, 1m, send-email.enabled=true",
        "push-notification, 50, 0, 5, 10s, push-notification.access-token=t",
        "push-notification, 50, 0, 5, 10s, push-notification.project-id=p",
        "http-request, 50, 10, 8, 10s, http-request.allowed-hosts[0]=example.com"
    })
    void everyProcessorThatCallsOutBringsItsQueue(
            String queue, int workers, int perGroup, int retries, String backoff, String property) {
        try (ConfigurableApplicationContext context = run("--bulk-action.processors." + property)) {
            QueueSettings preset = queues(context).get(new QueueName(queue));

            assertThat(preset.workerPool().workerCount()).isEqualTo(workers);
            assertThat(preset.workerPool().maxConcurrencyPerGroup()).isEqualTo(perGroup);
            assertThat(preset.retry().maxRetries()).isEqualTo(retries);
            assertThat(preset.retry().backoff()).isEqualTo(DurationStyle.detectAndParse(backoff));
        }
    }

    @Test
    void aProcessorThatIsSwitchedOffBringsNothing() {
        try (ConfigurableApplicationContext context = run("--bulk-action.processors.send-email.enabled=false")) {
            assertThat(queues(context)).containsOnlyKeys(new QueueName("default"));
        }
    }

    @Test
    void whatAUserSetsWinsAndTheRestOfThePresetStays() {
        try (ConfigurableApplicationContext context = run(
                NAS,
                "--bulk-action.queues.nas-sync.retry.max-retries=7",
                "--bulk-action.queues.nas-sync.workerPool.maxConcurrency=3")) {
            QueueSettings queue = queues(context).get(new QueueName("nas-sync"));

            assertThat(queue.retry().maxRetries()).isEqualTo(7);
            assertThat(queue.workerPool().maxConcurrency()).isEqualTo(3);
            assertThat(queue.retry().backoff()).isEqualTo(Duration.ofSeconds(5));
            assertThat(queue.onFinalFailure()).isEqualTo(OnFinalFailure.PAUSE);
        }
    }

    @Test
    void environmentVariablesOfAUserWin() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of(
                                        "BULK_ACTION_PROCESSORS_NAS_SYNC_NAS_ROOT", "/mnt/nas",
                                        "BULK_ACTION_QUEUES_NAS_SYNC_RETRY_MAX_RETRIES", "7")));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .environment(environment)
                .run()) {
            assertThat(queues(context).get(new QueueName("nas-sync")).retry().maxRetries()).isEqualTo(7);
        }
    }

    @Test
    void evenDefaultPropertiesOfAUserWin() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .properties(Map.of("bulk-action.queues.nas-sync.retry.max-retries", "9"))
                .run(NAS)) {
            assertThat(queues(context).get(new QueueName("nas-sync")).retry().maxRetries()).isEqualTo(9);
        }
    }

    @Test
    void mailHasTimeouts() {
        try (ConfigurableApplicationContext context = run("--bulk-action.processors.send-email.enabled=true")) {
            assertThat(context.getEnvironment().getProperty("spring.mail.properties.mail.smtp.timeout"))
                    .isEqualTo("10000");
        }
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }

    private static Map<QueueName, QueueSettings> queues(ConfigurableApplicationContext context) {
        return context.getBean(BulkActionSettings.class).allQueues();
    }
}
