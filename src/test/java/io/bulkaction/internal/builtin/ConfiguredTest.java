package io.bulkaction.internal.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ConfiguredTest {

    private static final String EXCHANGES = "bulk-action.processors.cancel-order.exchanges";

    private final StandardEnvironment environment = new StandardEnvironment();

    @Test
    void nothingSetIsNotConfigured() {
        assertThat(Configured.isConfigured(environment, EXCHANGES)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        EXCHANGES,
        EXCHANGES + ".binance.base-url",
        EXCHANGES + "[0]",
        "bulkAction.processors.cancelOrder.exchanges.binance.baseUrl"
    })
    void aValueAListOrAMapIsConfigured(String property) {
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(property, "x")));

        assertThat(Configured.isConfigured(environment, EXCHANGES)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "BULKACTION_PROCESSORS_CANCELORDER_EXCHANGES_BINANCE_BASEURL",
        "BULK_ACTION_PROCESSORS_CANCEL_ORDER_EXCHANGES_BINANCE_BASE_URL",
        "BULK_ACTION_PROCESSORS_CANCEL_ORDER_EXCHANGES"
    })
    void anEnvironmentVariableIsConfigured(String variable) {
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, "x")));

        assertThat(Configured.isConfigured(environment, EXCHANGES)).isTrue();
    }

    @Test
    void anEmptyValueIsNotConfigured() {
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(EXCHANGES, " ")));

        assertThat(Configured.isConfigured(environment, EXCHANGES)).isFalse();
    }
}
