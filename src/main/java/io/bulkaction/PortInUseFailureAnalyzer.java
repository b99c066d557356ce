package io.bulkaction;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Names the setting, which Spring Boot's own analyzer does not; before that one, because the first one speaks. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PortInUseFailureAnalyzer extends AbstractFailureAnalyzer<PortInUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PortInUseException cause) {
        return new FailureAnalysis(
                "Port " + cause.getPort() + " (server.port) is in use by another process.",
                "Stop that process, or set server.port to a free port.",
                cause);
    }
}
