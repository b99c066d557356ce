package io.bulkaction.server.web.security;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.JwkSetUriJwtDecoderBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** How the keys that JWTs are checked with are read. Spring's own way asks the provider for every key that it does not know. */
@Configuration(proxyBeanMethods = false)
class JwtKeys {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Bean
    JwkSetUriJwtDecoderBuilderCustomizer seldomAskedKeys() {
        SimpleClientHttpRequestFactory connections = new SimpleClientHttpRequestFactory();
        connections.setConnectTimeout(TIMEOUT);
        connections.setReadTimeout(TIMEOUT);
        RestTemplate calls = new RestTemplate(connections);
        calls.setInterceptors(List.of(new ProviderAnswers(System::nanoTime)));
        return decoder -> decoder.restOperations(calls);
    }
}
