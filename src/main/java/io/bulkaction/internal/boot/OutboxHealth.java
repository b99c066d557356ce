package io.bulkaction.internal.boot;

import io.bulkaction.internal.outbox.OutboxReport;
import io.bulkaction.internal.outbox.OutboxStatus;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Says what waits in the outbox. When it waits for long it is STUCK, which is as little a reason for a restart as a queue that is. */
final class OutboxHealth implements HealthIndicator {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final OutboxReport outbox;

    OutboxHealth(OutboxReport outbox) {
        this.outbox = outbox;
    }

    @Override
    public Health health() {
        return outbox.status().map(OutboxHealth::of)
                .orElseGet(() -> Health.unknown().withDetail("reason", "the database does not answer").build());
    }

    private static Health of(OutboxStatus status) {
        return (status.oldest().compareTo(LONG) > 0 ? Health.status(QueuesHealth.STUCK) : Health.up())
                .withDetail("waiting", status.waiting())
                .withDetail("oldestSeconds", status.oldest().toSeconds())
                .withDetail("refused", status.refused())
                .build();
    }
}
