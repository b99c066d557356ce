package io.bulkaction.server.web.security;

import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a machine in by its API token or the JWT of an identity provider. Locks only limit how many wrong tokens are reported: the right one is never locked
 * out, and it is too long to be guessed.
 */
final class ApiTokenFilter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(ApiTokenFilter.class);

    private static final String BEARER = "Bearer ";

    private final SeldomLogged seldom = new SeldomLogged(System::nanoTime);
    private final ApiTokens tokens;
    private final @Nullable JwtLogins jwts;
    private final LoginLocks locks;
    private final SecurityEvents events;
    private final AuthenticationEntryPoint refusal;
    private final ProblemWriter problems;
    /** Kept with the request, so that its asynchronous part still belongs to the same machine. */
    private final RequestAttributeSecurityContextRepository contexts = new RequestAttributeSecurityContextRepository();

    ApiTokenFilter(
            ApiTokens tokens, @Nullable JwtLogins jwts, LoginLocks locks, SecurityEvents events,
            AuthenticationEntryPoint refusal,
            ProblemWriter problems) {
        this.tokens = tokens;
        this.jwts = jwts;
        this.locks = locks;
        this.events = events;
        this.refusal = refusal;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            chain.doFilter(request, response);
            return;
        }
        Optional<Authentication> machine;
        try {
            machine = find(header.substring(BEARER.length()).strip(), request.getRemoteAddr());
        } catch (JwtLogins.NoMappedRoleException e) {
            report(request.getRemoteAddr());
            problems.write(request, response, SingleSignOn.NO_MAPPED_ROLE);
            return;
        } catch (JwtException e) {
            seldom.run(() -> log.warn("JWTs cannot be checked: {}", OneLine.of(e.getMessage())));
            problems.write(request, response, ProblemType.of(HttpStatus.SERVICE_UNAVAILABLE));
            return;
        } catch (RuntimeException e) {
            // why: without Redis nobody knows whether a token was revoked, so it is not accepted: 503, not 401
            problems.write(request, response, e);
            return;
        }
        if (machine.isEmpty()) {
            report(request.getRemoteAddr());
            refusal.commence(request, response, new BadCredentialsException("unknown API token or bad JWT"));
            return;
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(machine.get());
        SecurityContextHolder.setContext(context);
        contexts.saveContext(context, request, response);
        chain.doFilter(request, response);
    }

    private Optional<Authentication> find(String token, String address) {
        return jwts != null && JwtLogins.isJwt(token) ? jwts.find(token) : tokens.find(token, address);
    }

    private void report(String address) {
        LoginKey key = LoginKey.nameless(address);
        if (locks.remaining(key).isEmpty()) {
            locks.failed(key);
            events.publish(new LoginRefusedEvent(null, address, LoginMethod.BEARER, null));
        }
    }
}
