package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/** Answers a user who lacks a role or a CSRF token with a problem, and reports it for the audit trail. */
final class ProblemAccessDeniedHandler implements AccessDeniedHandler {

    private final ProblemWriter problems;
    private final SecurityEvents events;

    ProblemAccessDeniedHandler(ProblemWriter problems, SecurityEvents events) {
        this.problems = problems;
        this.events = events;
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        problems.write(request, response, report(request, e));
    }

    /** Reports without answering. */
    ProblemType report(HttpServletRequest request, AccessDeniedException e) {
        ProblemType type = e instanceof CsrfException ? ProblemType.CSRF_REJECTED : ProblemType.FORBIDDEN;
        events.publish(AccessRefusedEvent.of(request, type));
        return type;
    }
}
