package io.bulkaction.server.web.security;

import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.server.web.session.LoginSessions;
import io.bulkaction.server.web.session.SessionRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who is logged in on the page, on all instances. For administrators. */
@RestController
@RequestMapping("/admin/sessions")
final class SessionsController {

    private static final ProblemType UNKNOWN_SESSION = new ProblemType("UNKNOWN_SESSION", HttpStatus.NOT_FOUND);

    private final LoginSessions sessions;
    private final Audit audit;
    private final MessageSource messages;

    SessionsController(LoginSessions sessions, Audit audit, MessageSource messages) {
        this.sessions = sessions;
        this.audit = audit;
        this.messages = messages;
    }

    @GetMapping
    SessionsResponse sessions(HttpServletRequest request) {
        String own = sessions.idOf(request);
        return new SessionsResponse(
                sessions.all().stream().map(each -> Session.of(each, each.id().equals(own))).toList());
    }

    @DeleteMapping("/{id}")
    EndedResponse end(@PathVariable String id, Actor actor) {
        String user = sessions.all().stream()
                .filter(session -> session.id().equals(id))
                .findFirst()
                .filter(session -> sessions.end(id))
                .map(SessionRecord::user)
                .orElseThrow(() -> new ProblemException(UNKNOWN_SESSION, id));
        audit.note(BulkActionSettings.DEFAULT_QUEUE, actor, "end session", user, Audit.Outcome.DONE, "");
        return new EndedResponse(true, messages.getMessage(
                "admin.session.ended", new Object[] {user}, LocaleContextHolder.getLocale()));
    }

    /** @param current whether it is that of the caller */
    record Session(String id, String user, String from, Instant since, Instant until, boolean current) {

        static Session of(SessionRecord session, boolean current) {
            return new Session(
                    session.id(), session.user(), session.from(), session.since(), session.until(), current);
        }
    }

    record SessionsResponse(List<Session> sessions) {}

    record EndedResponse(boolean success, String message) {}
}
