package io.bulkaction.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;

/**
 * Keeps the CSRF token in a cookie that the page's script reads and sends back as a header; a page of another site
 * cannot read it. Over TLS its name begins with {@code __Host-}: browsers take such a cookie from this very host only,
 * so neither a sibling domain nor somebody on an unencrypted connection can plant another one.
 */
final class CsrfCookies implements CsrfTokenRepository {

    static final String PLAIN = "XSRF-TOKEN";
    static final String SECURE = "__Host-XSRF-TOKEN";

    private final CookieCsrfTokenRepository plain = CookieCsrfTokenRepository.withHttpOnlyFalse();
    private final CookieCsrfTokenRepository secure = CookieCsrfTokenRepository.withHttpOnlyFalse();

    CsrfCookies() {
        plain.setCookieName(PLAIN);
        plain.setCookieCustomizer(cookie -> cookie.sameSite("Strict"));
        secure.setCookieName(SECURE);
        // why: a browser refuses a cookie of that name without this path and without Secure
        secure.setCookiePath("/");
        secure.setCookieCustomizer(cookie -> cookie.sameSite("Strict").secure(true));
    }

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        return of(request).generateToken(request);
    }

    @Override
    public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        of(request).saveToken(token, request, response);
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return of(request).loadToken(request);
    }

    private CookieCsrfTokenRepository of(HttpServletRequest request) {
        return request.isSecure() ? secure : plain;
    }
}
