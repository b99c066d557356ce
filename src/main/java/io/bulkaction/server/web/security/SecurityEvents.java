package io.bulkaction.server.web.security;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Publishes application events. A listener that fails must not keep people out: they may come to fix just that. */
@Component
final class SecurityEvents {

    private static final Logger log = LoggerFactory.getLogger(SecurityEvents.class);

    private final ApplicationEventPublisher publisher;

    SecurityEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    void publish(Record event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException e) {
            log.warn("{} was not published", event.getClass().getSimpleName(), e);
        }
    }
}
