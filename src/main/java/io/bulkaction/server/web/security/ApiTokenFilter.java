package io.bulkaction.server.web.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a machine in by its API token. Locks only limit how many wrong tokens are reported: the right one is never locked
 * out, and it is too long to be guessed.
 */
final class ApiTokenFilter extends OncePerRequestFilter {

    private static final String BEARER = "Bearer ";

    private final ApiTokens tokens;
    private final LoginLocks locks;
    private final SecurityEvents events;
    private final AuthenticationEntryPoint refusal;
    /** Kept with the request, so that its asynchronous part still belongs to the same machine. */
    private final RequestAttributeSecurityContextRepository contexts = new RequestAttributeSecurityContextRepository();

    ApiTokenFilter(
            ApiTokens tokens, LoginLocks locks, SecurityEvents events, AuthenticationEntryPoint refusal) {
        this.tokens = tokens;
        this.locks = locks;
        this.events = events;
        this.refusal = refusal;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            chain.doFilter(request, response);
            return;
        }
        Optional<Authentication> machine = tokens.find(header.substring(BEARER.length()).strip());
        if (machine.isEmpty()) {
            report(request.getRemoteAddr());
            refusal.commence(request, response, new BadCredentialsException("unknown API token"));
            return;
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(machine.get());
        SecurityContextHolder.setContext(context);
        contexts.saveContext(context, request, response);
        chain.doFilter(request, response);
    }

    private void report(String address) {
        LoginKey key = LoginKey.nameless(address);
        if (locks.remaining(key).isEmpty()) {
            locks.failed(key);
            events.publish(new LoginRefusedEvent(null, address, LoginMethod.BEARER, null));
        }
    }
}
