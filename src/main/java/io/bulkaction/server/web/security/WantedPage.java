package io.bulkaction.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.web.savedrequest.CookieRequestCache;

/**
 * Remembers which page a person wanted before the login, to go there afterwards. In a cookie: a session for everybody
 * who is not logged in could fill the memory.
 */
final class WantedPage extends CookieRequestCache {

    WantedPage() {
        setRequestMatcher(BrowserAnswers::isPageView);
        setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", "Lax"));
    }

    /**
     * Forgets the page once it is asked for again, but keeps the request as it came. The saved one has no headers, so
     * a page that is opened again before the login would look like the call of a script.
     */
    @Override
    public HttpServletRequest getMatchingRequest(HttpServletRequest request, HttpServletResponse response) {
        super.getMatchingRequest(request, response);
        return request;
    }
}
