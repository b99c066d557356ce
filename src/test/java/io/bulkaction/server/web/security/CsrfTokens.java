package io.bulkaction.server.web.security;

import jakarta.servlet.http.Cookie;
import org.springframework.test.web.servlet.request.RequestPostProcessor;

/**
 * A CSRF token as the script of the page sends it: the value of the cookie as header. Spring's own {@code csrf()} is not
 * used, since it replaces the repository under test for all later requests.
 */
final class CsrfTokens {

    private static final String VALUE = "0a4f7c1e-6c5b-4c0e-9a57-0d8f6f1f2b3c";

    private CsrfTokens() {}

    static RequestPostProcessor csrfToken() {
        return request -> {
            request.setCookies(new Cookie("XSRF-TOKEN", VALUE));
            request.addHeader("X-XSRF-TOKEN", VALUE);
            return request;
        };
    }
}
