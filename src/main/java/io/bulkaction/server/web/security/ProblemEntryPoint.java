package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Answers a program that may not enter with a problem. An attempt to change something without a login is reported. */
final class ProblemEntryPoint implements AuthenticationEntryPoint {

    /** Never Basic: a browser would open its own dialog, and send the password with every later request. */
    private static final String CHALLENGE = "Bearer realm=\"bulk-action\"";

    /** Refusals of these are not reported, because a page whose session has ended keeps asking. */
    static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private final ProblemWriter problems;
    private final SecurityEvents events;

    ProblemEntryPoint(ProblemWriter problems, SecurityEvents events) {
        this.problems = problems;
        this.events = events;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (e instanceof LoginLockedException locked) {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(locked.seconds()));
            problems.write(request, response, ProblemType.LOGIN_LOCKED, locked.seconds());
            return;
        }
        if (e instanceof LoginBusyException) {
            problems.write(request, response, ProblemType.of(HttpStatus.SERVICE_UNAVAILABLE));
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        boolean wrong = e instanceof BadCredentialsException;
        if (!wrong && !SAFE_METHODS.contains(request.getMethod())) {
            events.publish(AccessRefusedEvent.of(request, ProblemType.UNAUTHENTICATED));
        }
        problems.write(request, response, wrong ? ProblemType.BAD_CREDENTIALS : ProblemType.UNAUTHENTICATED);
    }
}
