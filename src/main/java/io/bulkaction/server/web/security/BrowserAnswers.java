package io.bulkaction.server.web.security;

import io.bulkaction.server.web.session.LoginSessions;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.savedrequest.RequestCache;

/**
 * Answers to logins, logouts and refusals in a browser: a person who opens a page is sent to the login page and back; a
 * script gets a problem, never a page it did not ask for.
 */
final class BrowserAnswers {

    private final ProblemEntryPoint refusal;
    private final ProblemAccessDeniedHandler denial;
    private final WantedPage wantedPage = new WantedPage();

    BrowserAnswers(ProblemEntryPoint refusal, ProblemAccessDeniedHandler denial) {
        this.refusal = refusal;
        this.denial = denial;
    }

    RequestCache wantedPage() {
        return wantedPage;
    }

    AuthenticationSuccessHandler loggedIn(LoginSessions sessions) {
        SavedRequestAwareAuthenticationSuccessHandler back = new SavedRequestAwareAuthenticationSuccessHandler();
        back.setRequestCache(wantedPage);
        return (request, response, who) -> {
            sessions.begin(request, who.getName());
            if (isNavigation(request)) {
                back.onAuthenticationSuccess(request, response, who);
            } else {
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
        };
    }

    void loginFailed(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (!isNavigation(request)) {
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
        if (isNavigation(request)) {
            redirect(request, response, "");
        } else {
            refusal.commence(request, response, e);
        }
    }

    void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException, ServletException {
        if (CurrentUser.isUnknown()) {
            // why: without a user only a missing CSRF token leads here, and what the caller lacks is the login
            expired(request, response);
        } else if (isPageView(request)) {
            denial.report(request, e);
            redirect(request, response, "?denied");
        } else {
            denial.handle(request, response, e);
        }
    }

    void loggedOut(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication who)
            throws IOException {
        if (isNavigation(request)) {
            redirect(request, response, "?logout");
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private void expired(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (isNavigation(request)) {
            redirect(request, response, "?expired");
        } else {
            refusal.commence(request, response, new InsufficientAuthenticationException("not logged in"));
        }
    }

    static boolean isPageView(HttpServletRequest request) {
        return "GET".equals(request.getMethod()) && isNavigation(request);
    }

    /** Whether a person opens a page or sends a form, and not a script or a program calls. */
    private static boolean isNavigation(HttpServletRequest request) {
        String mode = request.getHeader("Sec-Fetch-Mode");
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null
                && accept.contains(MediaType.TEXT_HTML_VALUE)
                && (mode == null || "navigate".equals(mode))
                && request.getHeader("X-Requested-With") == null;
    }

    private static void redirect(HttpServletRequest request, HttpServletResponse response, String query)
            throws IOException {
        response.sendRedirect(request.getContextPath() + "/login" + query);
    }
}
