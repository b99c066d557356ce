package io.bulkaction.web.connection;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Where {@code management.server.port} gives probes a port of their own, it listens on the address of the main port
 * unless told otherwise. Without this it would listen on all, and the metrics with it.
 */
@Configuration(proxyBeanMethods = false)
class ProbePort {

    ProbePort(
            ObjectProvider<ManagementServerProperties> managements, ServerProperties server, Environment environment) {
        // why not a default in application.yaml: an address without a port of its own stops the start
        if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT) {
            managements.stream()
                    .filter(management -> management.getAddress() == null)
                    .forEach(management -> management.setAddress(server.getAddress()));
        }
    }
}
