package io.bulkaction.server.web.connection;

import io.bulkaction.internal.web.RequestSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Configuration;

/** Applies {@link RequestSettings} to Tomcat. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestSettings.class)
class TomcatLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private final RequestSettings settings;

    TomcatLimits(RequestSettings settings) {
        this.settings = settings;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(LimitedHttpProtocol.class.getName());
        factory.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof LimitedHttpProtocol http) {
                http.limit(settings);
                // why: a caller who is refused while still sending sees the answer only if the rest is read
                http.setMaxSwallowSize(Math.toIntExact(settings.maxSize().toBytes()));
            }
        });
    }
}
