package io.bulkaction.web.submit;

import io.bulkaction.operate.Actor;
import io.bulkaction.queue.AuditKind;
import io.bulkaction.web.security.CurrentUser;
import jakarta.servlet.http.HttpServletRequest;

/** Who submits or cancels, for the audit trail. An administrator may do both, and stays one. */
final class SubmitterActor {

    private SubmitterActor() {}

    static Actor of(HttpServletRequest request) {
        return new Actor(
                CurrentUser.name(),
                request.getRemoteAddr(),
                CurrentUser.isAdministrator() ? AuditKind.ADMINISTRATOR : AuditKind.SUBMITTER);
    }
}
