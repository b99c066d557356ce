package io.bulkaction.internal.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.internal.settings.ProcessorOverrides;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class RetryPoliciesTest {

    @Test
    void aProcessorsOverridesLieOnTopOfTheQueuesSettings() {
        var environment = new MockEnvironment()
                .withProperty("bulk-action.processors.cancel-order.retry.backoff", "60s");
        var queue = Defaults.queue(Map.of("retry.jitter", "0", "retry.max-backoff", "1h")).retry();

        RetryPolicies policies = new RetryPolicies(queue, new ProcessorOverrides(environment));

        assertThat(policies.of("CANCEL_ORDER").delayBefore(5)).isEqualTo(Duration.ofMinutes(16));
        assertThat(policies.of("SEND_EMAIL").delayBefore(5)).isEqualTo(Duration.ofSeconds(16));
        assertThat(policies.of("SEND_EMAIL")).isSameAs(policies.of("SEND_EMAIL"));
    }
}
