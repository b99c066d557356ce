package io.bulkaction.web.security;

import io.bulkaction.web.problem.ProblemType;
import io.bulkaction.web.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/** Tells somebody known that they may not do this, and tells whoever keeps the audit trail. */
final class ProblemAccessDenied implements AccessDeniedHandler {

    private final ProblemWriter problems;
    private final SecurityEvents events;

    ProblemAccessDenied(ProblemWriter problems, SecurityEvents events) {
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
        events.publish(AccessRefused.of(request, type));
        return type;
    }
}
