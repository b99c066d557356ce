package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.settings.SettingNames;
import io.bulkaction.internal.settings.SettingVariables;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.type.filter.AnnotationTypeFilter;

@Execution(ExecutionMode.SAME_THREAD)
class SettingNamesTest {

    private final SettingNames names = SettingMetadata.load().orElseThrow();
    private final SettingVariables variables = new SettingVariables(names);

    @ParameterizedTest
    @ValueSource(strings = {
        "bulk-action.key-prefix",
        "bulk-action.keyprefix",
        "bulk-action.queues.nas-sync.retry.max-retries",
        "bulk-action.queues[a.b].retry.permanent[0]",
        "bulk-action.queues.default",
        "bulk-action.embedded-redis.data-dir",
        "bulk-action.redis.eviction-policy-check",
        "bulk-action.security.users.ann.roles",
        "bulk-action.processors.simulate.enabled",
        "bulk-action.processors.simulate.retry.max-retries",
        "bulk-action.processors.of-my-own.anything"})
    void goodNameIsKnown(String name) {
        assertThat(names.unknownPartOf(ConfigurationPropertyName.of(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bulk-action.quues.default.retry.max-retries, bulk-action, queues",
        "bulk-action.queues.default.retry.max-retrys, bulk-action.queues.default.retry, max-retries",
        "bulk-action.queues.default.retry.permanent.first, bulk-action.queues.default.retry.permanent, [0]",
        "bulk-action.embedded-redis.datadirs, bulk-action.embedded-redis, data-dir",
        "bulk-action.processors.simulate.enable, bulk-action.processors.simulate, job-timeout"})
    void badNameIsUnknownAndGoodOnesAreOffered(String name, String parent, String offered) {
        assertThat(names.unknownPartOf(ConfigurationPropertyName.of(name))).hasValueSatisfying(unknown -> {
            assertThat(unknown.parent()).isEqualTo(parent);
            assertThat(unknown.known()).contains(offered);
        });
    }

    @Test
    void nothingFollowsAValue() {
        assertThat(names.unknownPartOf(ConfigurationPropertyName.of("bulk-action.key-prefix.more")))
                .hasValueSatisfying(unknown -> assertThat(unknown.known()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "BULK_ACTION_KEY_PREFIX, bulk-action.key-prefix",
        "BULKACTION_KEYPREFIX, bulk-action.key-prefix",
        "BULK_ACTION_QUEUES_NAS_SYNC_WORKER_POOL_WORKER_COUNT, bulk-action.queues.nas-sync.worker-pool.worker-count",
        "BULK_ACTION_QUEUES_RETRY_RETRY_MAX_RETRIES, bulk-action.queues.retry.retry.max-retries",
        "BULK_ACTION_QUEUES_DEFAULT_RETRY_PERMANENT_0, bulk-action.queues.default.retry.permanent[0]",
        "BULK_ACTION_QUEUES_DEFAULT_RETRY_PERMANENT, bulk-action.queues.default.retry.permanent",
        "BULK_ACTION_CALLBACKS_ALLOWED_HOSTS_0, bulk-action.callbacks.allowed-hosts[0]",
        "BULK_ACTION_ALERTS_WEBHOOK_URL, bulk-action.alerts.webhook.url",
        "BULK_ACTION_PROCESSORS_HTTP_REQUEST_SIGNING_SECRET, bulk-action.processors.http-request.signing-secret",
        "BULK_ACTION_SECURITY_USERS_ADMIN_PASSWORD, bulk-action.security.users.admin.password"})
    void variableMeansItsSetting(String variable, String setting) {
        assertThat(variables.meantBy(variable)).contains(setting);
    }

    @Test
    void misspeltVariableMeansNothing() {
        assertThat(variables.meantBy("BULK_ACTION_QUEUES_DEFAULT_RETRY_MAX_RETRYS")).isEmpty();
        assertThat(variables.startsLikeASetting("BULK_ACTION_QUEUES_DEFAULT_RETRY_MAX_RETRYS")).isTrue();
        assertThat(variables.startsLikeASetting("BULK_ACTION_IMAGE_TAG")).isFalse();
    }

    @Test
    void everythingIsKnownOfAHandler() {
        names.addProcessor("promotion");
        assertThat(names.unknownPartOf(ConfigurationPropertyName.of("bulk-action.processors.promotion.concurrency")))
                .isEmpty();
        assertThat(names.unknownPartOf(ConfigurationPropertyName.of("bulk-action.processors.promotion.retry.retries")))
                .hasValueSatisfying(unknown -> assertThat(unknown.known()).contains("max-retries"));
        assertThat(variables.meantBy("BULK_ACTION_PROCESSORS_PROMOTION_JOB_TIMEOUT"))
                .contains("bulk-action.processors.promotion.job-timeout");
        assertThat(variables.startsLikeAProcessor("BULK_ACTION_PROCESSORS_PROMOTION_JOBTIME")).isTrue();
        assertThat(variables.startsLikeAProcessor("BULK_ACTION_PROCESSORS_OTHER_JOBTIME")).isFalse();
    }

    @Test
    void variablesAloneCanMakeAQueue() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(
                "systemEnvironment", new SystemEnvironmentPropertySource(
                        "systemEnvironment", Map.of("BULK_ACTION_QUEUES_MAIL_WORKER_POOL_WORKER_COUNT", "3")));
        new EnvironmentSettings().postProcessEnvironment(environment, new SpringApplication());
        assertThat(environment.getProperty("bulk-action.queues.mail.worker-pool.worker-count")).isEqualTo("3");
    }

    @Test
    void everySettingsRecordIsKnown() throws ClassNotFoundException {
        ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        Set<BeanDefinition> records = scanner.findCandidateComponents("io.bulkaction");
        assertThat(records).hasSizeGreaterThan(3);
        for (BeanDefinition record : records) {
            Class<?> type = Class.forName(record.getBeanClassName());
            String prefix = type.getAnnotation(ConfigurationProperties.class).value();
            String first = DataObjectPropertyName.toDashedForm(type.getRecordComponents()[0].getName());
            assertThat(names.unknownPartOf(ConfigurationPropertyName.of(prefix + "." + first)))
                    .as(type.getName())
                    .isEmpty();
        }
    }
}
