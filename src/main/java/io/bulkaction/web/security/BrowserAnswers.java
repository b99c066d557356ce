package io.bulkaction.web.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.savedrequest.CookieRequestCache;

/**
 * What the login and its absence look like to a browser: a person who navigates is sent to the login page and back; a
 * script is answered with a problem, never with a page it did not ask for.
 */
final class BrowserAnswers {

    private final ProblemEntryPoint refusal;
    private final ProblemAccessDenied denial;
    private final CookieRequestCache requestCache = new CookieRequestCache();

    BrowserAnswers(ProblemEntryPoint refusal, ProblemAccessDenied denial) {
        this.refusal = refusal;
        this.denial = denial;
        requestCache.setRequestMatcher(request -> Navigation.isTo(request) && "GET".equals(request.getMethod()));
        requestCache.setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", "Lax"));
    }

    /** Where to go after the login. In a cookie: a session for everybody who is not logged in could fill the memory. */
    CookieRequestCache requestCache() {
        return requestCache;
    }

    AuthenticationSuccessHandler loggedIn() {
        SavedRequestAwareAuthenticationSuccessHandler back = new SavedRequestAwareAuthenticationSuccessHandler();
        back.setRequestCache(requestCache);
        return (request, response, who) -> {
            if (Navigation.isTo(request)) {
                back.onAuthenticationSuccess(request, response, who);
            } else {
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
        };
    }

    void loginFailed(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (!Navigation.isTo(request)) {
            refusal.commence(request, response, e);
        } else if (e instanceof LoginLockedException locked) {
            redirect(request, response, "?locked=" + locked.seconds());
        } else if (e instanceof LoginBusyException) {
            redirect(request, response, "?busy");
        } else {
            redirect(request, response, "?error");
        }
    }

    void loginNeeded(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (Navigation.isTo(request)) {
            redirect(request, response, "");
        } else {
            refusal.commence(request, response, e);
        }
    }

    void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException, ServletException {
        if (CurrentUser.isUnknown()) {
            // why: only a missing CSRF token leads here without a user, and the missing login is the better news
            expired(request, response);
        } else if (Navigation.isTo(request) && "GET".equals(request.getMethod())) {
            denial.report(request, e);
            redirect(request, response, "?denied");
        } else {
            denial.handle(request, response, e);
        }
    }

    void loggedOut(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication who)
            throws IOException {
        if (Navigation.isTo(request)) {
            redirect(request, response, "?logout");
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private void expired(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (Navigation.isTo(request)) {
            redirect(request, response, "?expired");
        } else {
            refusal.commence(request, response, new InsufficientAuthenticationException("not logged in"));
        }
    }

    private static void redirect(HttpServletRequest request, HttpServletResponse response, String query)
            throws IOException {
        response.sendRedirect(request.getContextPath() + "/login" + query);
    }
}
