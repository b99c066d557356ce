package io.bulkaction.web.admin;

import io.bulkaction.operate.Actor;
import io.bulkaction.operate.Audit;
import io.bulkaction.queue.AuditKind;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.web.security.AccessRefused;
import io.bulkaction.web.security.LoginRefused;
import io.bulkaction.web.security.LoginSucceeded;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Keeps in the audit trail who came in, who was not let in, and what somebody tried and may not do. None of it belongs
 * to a queue, so it is kept with default. Refusals have a trail of their own and are bounded, per network and in all:
 * whoever sends thousands must not push out what others did, nor what others were refused.
 */
@Component
final class RefusedAttempts {

    private static final String LOGIN = "login";

    private final Audit audit;
    private final AttemptLimit limit = new AttemptLimit(System::nanoTime);

    RefusedAttempts(Audit audit) {
        this.audit = audit;
    }

    @EventListener
    void on(AccessRefused refused) {
        refuse(
                new Actor(refused.user(), refused.address(), AuditKind.REFUSED),
                refused.method() + " " + refused.path(),
                refused.code());
    }

    @EventListener
    void on(LoginRefused refused) {
        String user = refused.user() == null ? "unknown" : refused.user();
        String how = refused.method() + (refused.lock() == null ? "" : ", locked for " + refused.lock());
        refuse(new Actor(user, refused.address(), AuditKind.REFUSED), LOGIN, how);
    }

    @EventListener
    void on(LoginSucceeded login) {
        AuditKind kind = login.administrator() ? AuditKind.ADMINISTRATOR : AuditKind.SUBMITTER;
        note(new Actor(login.user(), login.address(), kind), LOGIN, Audit.Outcome.DONE, "FORM");
    }

    private void refuse(Actor who, String action, String detail) {
        if (limit.admits(who.address())) {
            note(who, action, Audit.Outcome.REFUSED, detail);
        }
    }

    private void note(Actor who, String action, Audit.Outcome outcome, String detail) {
        audit.note(BulkActionSettings.DEFAULT_QUEUE, who, action, "", outcome, detail);
    }
}
