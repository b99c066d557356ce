package io.bulkaction.internal.builtin.order;

import io.bulkaction.QueueName;
import io.bulkaction.internal.builtin.ConditionalOnConfigured;
import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.engine.retry.RetryPolicy;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.spi.ExchangeClient;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** CANCEL_ORDER, when at least one exchange is configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnConfigured("bulk-action.processors.cancel-order.exchanges")
@EnableConfigurationProperties({CancelOrderSettings.class, BulkActionSettings.class})
public class CancelOrderConfiguration {

    @Bean
    Exchanges bulkActionExchanges(CancelOrderSettings settings, ObjectProvider<ExchangeClient> own) {
        List<HttpExchangeClient> configured = settings.exchanges().entrySet().stream()
                .map(entry -> new HttpExchangeClient(entry.getKey(), entry.getValue(), InstantSource.system()))
                .toList();
        return new Exchanges(configured, own.orderedStream().toList());
    }

    @Bean
    CancelLog bulkActionCancelLog(BulkActionSettings settings, Environment environment) {
        ProcessorOverrides overrides = new ProcessorOverrides(environment);
        Map<QueueName, RetryPolicy> policies = new HashMap<>();
        settings.allQueues().forEach((name, queue) -> policies.put(
                name, new RetryPolicies(queue.retry(), overrides).of(CancelOrderProcessor.TYPE)));
        return new CancelLog(queue -> Objects.requireNonNull(policies.get(queue)), InstantSource.system());
    }

    @Bean
    CancelOrderProcessor bulkActionCancelOrder(Exchanges exchanges, CancelLog log) {
        return new CancelOrderProcessor(exchanges, log);
    }

    /** Logs the two lines that operators look for, one at start and one at stop. */
    @Bean
    DisposableBean bulkActionCancelLogLines(Exchanges exchanges, CancelLog log) {
        log.started(exchanges);
        return log::stopped;
    }
}
