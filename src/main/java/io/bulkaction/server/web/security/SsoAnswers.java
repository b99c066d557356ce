package io.bulkaction.server.web.security;

import io.bulkaction.internal.logging.OneLine;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;

/** Answers to a browser that comes back from an identity provider. */
final class SsoAnswers {

    private static final Logger log = LoggerFactory.getLogger(SsoAnswers.class);

    /** Everybody may come with an answer that no provider has given. */
    private final SeldomLogged seldom = new SeldomLogged(System::nanoTime);

    private final AuthenticationSuccessHandler loggedIn;
    private final SecurityEvents events;

    SsoAnswers(AuthenticationSuccessHandler loggedIn, SecurityEvents events) {
        this.loggedIn = loggedIn;
        this.events = events;
    }

    void loggedIn(HttpServletRequest request, HttpServletResponse response, Authentication who)
            throws IOException, ServletException {
        events.publish(new LoginSucceededEvent(who.getName(), request.getRemoteAddr(), LoginMethod.SSO));
        loggedIn.onAuthenticationSuccess(request, response, who);
    }

    void failed(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        String code = e instanceof OAuth2AuthenticationException known ? known.getError().getErrorCode() : "";
        boolean noRole = SsoUsers.NO_ROLE.equals(code);
        if (noRole) {
            events.publish(new LoginRefusedEvent(null, request.getRemoteAddr(), LoginMethod.SSO, null));
        } else {
            seldom.run(() -> log.warn("a login at an identity provider failed: {}", OneLine.of(e.getMessage())));
        }
        response.sendRedirect(request.getContextPath() + "/login?" + (noRole ? "norole" : "sso"));
    }
}
