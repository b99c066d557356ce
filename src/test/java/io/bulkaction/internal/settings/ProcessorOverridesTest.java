package io.bulkaction.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;

class ProcessorOverridesTest {

    private static final String PREFIX = "bulk-action.processors.send-email.";

    @ParameterizedTest
    @CsvSource({
        "SEND_EMAIL, send-email",
        "sendEmail, send-email",
        "SendEmail, send-email",
        "send-email, send-email",
        "mail.v2:fast@eu/x, mail-v2-fast-eu-x",
        "HTTP_REQUEST, http-request",
        "_x_, x",
        "___, ''"
    })
    void aTypeIsWrittenInKebabCase(String type, String expected) {
        assertThat(ProcessorOverrides.kebabCase(type)).isEqualTo(expected);
    }

    @Test
    void everythingCanBeOverridden() {
        var environment = new MockEnvironment()
                .withProperty(PREFIX + "job-timeout", "5s")
                .withProperty(PREFIX + "retry.max-retries", "7")
                .withProperty(PREFIX + "retry.backoff", "60s")
                .withProperty(PREFIX + "retry.multiplier", "3")
                .withProperty(PREFIX + "retry.max-backoff", "1h")
                .withProperty(PREFIX + "retry.jitter", "0")
                .withProperty(PREFIX + "retry.retryable", "500,503")
                .withProperty(PREFIX + "retry.permanent[0]", "400")
                .withProperty(PREFIX + "retry.success", "404");

        ProcessorSettings found = new ProcessorOverrides(environment).of("SEND_EMAIL");

        assertThat(found.jobTimeoutOr(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(5));
        assertThat(found.retryOver(Defaults.queue().retry())).isEqualTo(new RetrySettings(
                7,
                Duration.ofMinutes(1),
                3,
                Duration.ofHours(1),
                0,
                List.of("500", "503"),
                List.of("400"),
                List.of("404")));
    }

    @Test
    void whatIsNotOverriddenStaysAsTheQueueHasIt() {
        RetrySettings queue = Defaults.queue(Map.of("retry.permanent", "400", "retry.success", "404")).retry();
        var environment = new MockEnvironment()
                .withProperty(PREFIX + "retry.backoff", "9s")
                .withProperty(PREFIX + "retry.success", "");

        ProcessorOverrides overrides = new ProcessorOverrides(environment);

        assertThat(overrides.of("SEND_EMAIL").jobTimeoutOr(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
        assertThat(overrides.of("SEND_EMAIL").retryOver(queue)).isEqualTo(new RetrySettings(
                3, Duration.ofSeconds(9), 2, Duration.ofSeconds(60), 0.1, List.of(), List.of("400"), List.of()));
        assertThat(overrides.of("NAS_SYNC").retryOver(queue)).isEqualTo(queue);
        assertThat(overrides.of("___").retryOver(queue)).isEqualTo(queue);
    }

    @Test
    void otherPropertiesOfTheProcessorAreIgnored() {
        var environment = new MockEnvironment().withProperty(PREFIX + "enabled", "true");

        assertThat(new ProcessorOverrides(environment).of("SEND_EMAIL").retryOver(Defaults.queue().retry()))
                .isEqualTo(Defaults.queue().retry());
    }

    @Test
    void environmentVariablesWorkInBothSpellings() {
        assertThat(fromVariable("BULKACTION_PROCESSORS_SENDEMAIL_RETRY_MAXRETRIES")).isEqualTo(9);
        assertThat(fromVariable("BULK_ACTION_PROCESSORS_SEND_EMAIL_RETRY_MAX_RETRIES")).isEqualTo(9);
    }

    @Test
    void aBadValueIsRefusedByItsName() {
        var environment = new MockEnvironment().withProperty(PREFIX + "retry.jitter", "1.5");

        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> new ProcessorOverrides(environment).check("SEND_EMAIL"))
                .withStackTraceContaining("bulk-action.processors.send-email.retry")
                .withStackTraceContaining("jitter");
    }

    @Test
    void aBadValueForATypeThatDoesNotRunHereIsIgnored() {
        MockEnvironment environment =
                new MockEnvironment().withProperty("bulk-action.processors.send-email.job-timeout", "soon");

        Duration usual = Duration.ofSeconds(30);
        assertThat(new ProcessorOverrides(environment).of("SEND_EMAIL").jobTimeoutOr(usual)).isEqualTo(usual);
    }

    private static int fromVariable(String name) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "9")));
        return new ProcessorOverrides(environment).of("SEND_EMAIL").retryOver(Defaults.queue().retry()).maxRetries();
    }
}
