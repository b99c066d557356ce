package io.bulkaction.web.connection;

import io.bulkaction.settings.RequestSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Configuration;

/** Tells the server itself what a caller may take. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestSettings.class)
class ServerLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private final RequestSettings settings;

    ServerLimits(RequestSettings settings) {
        this.settings = settings;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(GuardedHttp.class.getName());
        factory.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof GuardedHttp http) {
                http.limit(settings);
                // why: a caller who is refused while still sending sees the answer only if the rest is read, too
                http.setMaxSwallowSize(Math.toIntExact(settings.maxSize().toBytes()));
            }
        });
    }
}
