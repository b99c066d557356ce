package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses a change that a browser sends for a page of another site, whatever credentials and CSRF tokens it carries.
 * Pages cannot set {@code Sec-Fetch-Site}; programs do not send it.
 */
final class CrossSiteFilter extends OncePerRequestFilter {

    /** {@code none} means that a person started it, for example with a reload. */
    private static final Set<String> ALLOWED = Set.of("same-origin", "none");

    private final ProblemWriter problems;
    private final SecurityEvents events;

    CrossSiteFilter(ProblemWriter problems, SecurityEvents events) {
        this.problems = problems;
        this.events = events;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site == null || ALLOWED.contains(site) || ProblemEntryPoint.SAFE_METHODS.contains(request.getMethod())) {
            chain.doFilter(request, response);
            return;
        }
        events.publish(AccessRefusedEvent.of(request, ProblemType.CROSS_SITE_REJECTED));
        problems.write(request, response, ProblemType.CROSS_SITE_REJECTED);
    }
}
