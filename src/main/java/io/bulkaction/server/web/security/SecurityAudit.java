package io.bulkaction.server.web.security;

import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditKind;
import io.bulkaction.internal.settings.BulkActionSettings;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Writes to the audit trail who logged in, whose login was refused, and who called what they may not. None of it belongs
 * to a queue, so it is kept with the queue default. Logins have their own trail, and refusals
 * one with a limit: a caller who sends
 * thousands must not push out what others did, nor what others were refused.
 */
@Component
final class SecurityAudit {

    private static final String LOGIN = "login";

    private final Audit audit;
    private final RefusalLimit limit = new RefusalLimit(System::nanoTime);

    SecurityAudit(Audit audit) {
        this.audit = audit;
    }

    @EventListener
    void on(AccessRefusedEvent refused) {
        refuse(
                new Actor(refused.user(), refused.address(), AuditKind.REFUSED),
                refused.method() + " " + refused.path(),
                refused.code());
    }

    @EventListener
    void on(LoginRefusedEvent refused) {
        String user = refused.user() == null ? "unknown" : refused.user();
        String how = refused.method() + (refused.lock() == null ? "" : ", locked for " + refused.lock());
        refuse(new Actor(user, refused.address(), AuditKind.REFUSED), LOGIN, how);
    }

    @EventListener
    void on(LoginSucceededEvent login) {
        note(
                new Actor(login.user(), login.address(), AuditKind.LOGIN), LOGIN, Audit.Outcome.DONE,
                login.method().name());
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
