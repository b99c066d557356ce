package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bulkaction.internal.builtin.outbound.CallUrl;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;

class BadSettingFailureAnalyzerTest {

    @Test
    void aSettingOfOursIsExplained() {
        FailureAnalysis analysis = analyse("bulk-action.queues.mail.retry.backoff");

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .startsWith("bulk-action.queues.mail.retry.backoff = soon (")
                .endsWith(") cannot be read; write a duration like 500ms, 30s, 5m, 2h or 1d");
    }

    @Test
    void aSettingOfTheApplicationIsLeftToOthers() {
        assertThat(analyse("shop.retry.backoff")).isNull();
    }

    @Test
    void aUrlIsNotShownAndTheRuleItBreaksIsNamed() {
        FailureAnalysis analysis =
                analyse("bulk-action.alerts.webhook.url", "ftp://example.com/s3cret", CallUrl.class);

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .startsWith("bulk-action.alerts.webhook.url (")
                .endsWith("): must begin with http:// or https://")
                .doesNotContain("s3cret");
    }

    private static @Nullable FailureAnalysis analyse(String setting) {
        return analyse(setting, "soon", Duration.class);
    }

    private static @Nullable FailureAnalysis analyse(String setting, String value, Class<?> type) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));
        BindException failure = catchThrowableOfType(BindException.class, () -> binder.bind(setting, type));
        return new BadSettingFailureAnalyzer().analyze(failure);
    }
}
