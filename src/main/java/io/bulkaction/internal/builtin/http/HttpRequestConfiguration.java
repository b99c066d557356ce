package io.bulkaction.internal.builtin.http;

import io.bulkaction.internal.builtin.ConditionalOnConfigured;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** HTTP_REQUEST, when at least one host is allowed. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnConfigured("bulk-action.processors.http-request.allowed-hosts")
@EnableConfigurationProperties(HttpRequestSettings.class)
public class HttpRequestConfiguration {

    @Bean
    GuardedClient bulkActionWebhookClient(HttpRequestSettings settings) {
        return new GuardedClient(settings.limits(), settings.policy());
    }

    @Bean
    HttpRequestProcessor bulkActionHttpRequest(HttpRequestSettings settings, GuardedClient client) {
        return new HttpRequestProcessor(settings, client, InstantSource.system());
    }
}
