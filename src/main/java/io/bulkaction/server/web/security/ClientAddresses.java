package io.bulkaction.server.web.security;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Decides what counts as the address of a caller, which locks, budgets and the audit trail rely on: the peer of the
 * connection, or what a proxy named in {@code server.tomcat.remoteip.internal-proxies} says.
 */
@Component
final class ClientAddresses implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    private static final String STRATEGY = "server.forward-headers-strategy";

    private final Environment environment;

    ClientAddresses(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if ("framework".equalsIgnoreCase(environment.getProperty(STRATEGY))) {
            throw new InvalidConfigurationPropertyValueException(STRATEGY, "framework",
                    "It would trust the forwarded headers of everybody. Use native, and name your proxies in"
                            + " server.tomcat.remoteip.internal-proxies.");
        }
        factory.addEngineValves(new LiteralAddressValve());
    }

    /** Last, so that the valve sees the address that Tomcat's own valve took from the headers. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
