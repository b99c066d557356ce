package io.bulkaction.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.validation.Validation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class AlertSettingsTest {

    @Test
    void withoutSettingsAlertsGoToTheLogAlone() {
        AlertSettings settings = bind(Map.of());
        assertThat(settings.log().enabled()).isTrue();
        assertThat(settings.webhook().url()).isNull();
        assertThat(settings.email().to()).isEmpty();
        assertThat(settings.checkInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(violations(settings)).isEmpty();
    }

    @Test
    void channelsAreSetByName() {
        AlertSettings settings = bind(Map.of(
                "webhook.url", "https://hooks.example.com/s3cret",
                "webhook.format", "slack",
                "email.to", "ops@example.com,duty@example.com",
                "email.from", "bulk-action@example.com"));
        assertThat(settings.webhook().format()).isEqualTo(AlertSettings.Webhook.Format.SLACK);
        assertThat(settings.email().to()).containsExactly("ops@example.com", "duty@example.com");
        assertThat(settings.toString()).doesNotContain("s3cret");
        assertThat(violations(settings)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "file:///etc/passwd, must begin with http:// or https://",
        "/relative, must begin with http:// or https://",
        "ftp://host/x, must begin with http:// or https://",
        "http:///nohost, 'names no host, or one that is not allowed in a URL'",
        "http://user:pw@host/x, must not carry a user or password"})
    void aWebhookNeedsAWebUrl(String url, String rule) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bind(Map.of("webhook.url", url)))
                .withMessageContaining("'webhook.url'")
                .withRootCauseInstanceOf(IllegalArgumentException.class)
                .havingRootCause()
                .withMessage(rule);
    }

    @Test
    void mailNeedsASender() {
        assertThat(violations(new AlertSettings.Email(List.of("ops@example.com"), " ")))
                .containsExactly("from is needed where to is set");
    }

    private static AlertSettings bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("", Bindable.of(AlertSettings.class));
    }

    private static List<String> violations(Object settings) {
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            return factory.getValidator().validate(settings).stream().map(v -> v.getMessage()).toList();
        }
    }
}
