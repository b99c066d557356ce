package io.bulkaction.web.admin;

import io.bulkaction.operate.Actor;
import io.bulkaction.operate.Audit;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.web.security.AccessRefused;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Keeps in the audit trail what somebody tried and may not do. Such a request belongs to no queue, so it is kept with default. */
@Component
final class RefusedAttempts {

    private final Audit audit;

    RefusedAttempts(Audit audit) {
        this.audit = audit;
    }

    @EventListener
    void on(AccessRefused refused) {
        audit.note(
                BulkActionSettings.DEFAULT_QUEUE,
                new Actor(refused.user(), refused.address()),
                refused.method() + " " + refused.path(),
                "",
                Audit.Outcome.REFUSED,
                refused.code());
    }
}
