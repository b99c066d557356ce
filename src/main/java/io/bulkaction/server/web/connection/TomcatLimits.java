package io.bulkaction.server.web.connection;

import io.bulkaction.internal.web.RequestSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Http2;
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
        Http2 http2 = factory.getHttp2();
        if (http2 != null && http2.isEnabled()) {
            // its streams would pass by the limits of this protocol
            throw new InvalidConfigurationPropertyValueException("server.http2.enabled", true,
                    "HTTP/2 has none of the limits on the time of requests and answers; let a proxy in front speak it");
        }
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
