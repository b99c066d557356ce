package io.bulkaction.server.web.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

/**
 * Logins that were sent to an identity provider and are not back yet, each tied to its browser by a cookie. Not in a
 * session: sessions of everybody who is not logged in could fill the memory. Of too many, the oldest is forgotten.
 */
final class SsoAttempts implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    static final String COOKIE = "BULK_ACTION_SSO";

    private static final int MAX_ATTEMPTS = 10_000;

    private static final int MAX_SECONDS = 600;

    private final BoundedMap<String, OAuth2AuthorizationRequest> attempts = new BoundedMap<>(MAX_ATTEMPTS);

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) {
            return null;
        }
        synchronized (attempts) {
            OAuth2AuthorizationRequest attempt = attempts.get(cookie.getValue());
            return attempt != null && attempt.getState().equals(request.getParameter("state")) ? attempt : null;
        }
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest attempt, HttpServletRequest request, HttpServletResponse response) {
        if (attempt == null) {
            removeAuthorizationRequest(request, response);
            return;
        }
        String id = UUID.randomUUID().toString();
        synchronized (attempts) {
            attempts.renew(id, attempt);
        }
        response.addCookie(cookie(request, id, MAX_SECONDS));
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest attempt = loadAuthorizationRequest(request);
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (attempt != null && cookie != null) {
            synchronized (attempts) {
                attempts.remove(cookie.getValue());
            }
            response.addCookie(cookie(request, "", 0));
        }
        return attempt;
    }

    private static Cookie cookie(HttpServletRequest request, String id, int seconds) {
        Cookie cookie = new Cookie(COOKIE, id);
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setPath(request.getContextPath() + "/");
        cookie.setMaxAge(seconds);
        // why not strict: the provider's page leads back here
        cookie.setAttribute("SameSite", "Lax");
        return cookie;
    }
}
