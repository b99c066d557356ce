package io.bulkaction.server.web.connection;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Binds a separate management port ({@code management.server.port}) to the address of the main port unless it has its
 * own. Without this it would listen on all addresses and show the metrics there.
 */
@Configuration(proxyBeanMethods = false)
class ManagementAddress {

    ManagementAddress(
            ObjectProvider<ManagementServerProperties> managements, ServerProperties server, Environment environment) {
        // why not a default in application.yaml: an address without a separate port stops the start
        if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT) {
            managements.stream()
                    .filter(management -> management.getAddress() == null)
                    .forEach(management -> management.setAddress(server.getAddress()));
        }
    }
}
