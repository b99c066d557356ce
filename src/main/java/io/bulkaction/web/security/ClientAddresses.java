package io.bulkaction.web.security;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Decides what is taken for the address of a caller, since locks, budgets and the audit trail count by it: the peer of
 * the connection, or what a proxy named in {@code server.tomcat.remoteip.internal-proxies} says.
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
                    "It would believe the forwarded headers of everybody. Use native, and name your proxies in"
                            + " server.tomcat.remoteip.internal-proxies.");
        }
        factory.addEngineValves(new LiteralAddressValve());
    }

    /** Last, so that the valve sees what the server's own valve took from the headers. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
