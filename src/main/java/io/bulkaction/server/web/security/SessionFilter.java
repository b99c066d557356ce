package io.bulkaction.server.web.security;

import io.bulkaction.server.web.session.LoginSessions;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Before anybody looks who is logged in: a session that is over opens nothing. */
final class SessionFilter extends OncePerRequestFilter {

    private final LoginSessions sessions;

    SessionFilter(LoginSessions sessions) {
        this.sessions = sessions;
    }

    /** The files of the page, of which a page loads many at once: what is in them is no secret. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith(request.getContextPath() + "/assets/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        sessions.check(request);
        chain.doFilter(request, response);
    }
}
