package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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

    private static @Nullable FailureAnalysis analyse(String setting) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, "soon")));
        BindException failure =
                catchThrowableOfType(BindException.class, () -> binder.bind(setting, Duration.class));
        return new BadSettingFailureAnalyzer().analyze(failure);
    }
}
