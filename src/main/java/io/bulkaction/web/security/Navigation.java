package io.bulkaction.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Tells a person who opens a page from a script or a program that calls. */
final class Navigation {

    private Navigation() {}

    static boolean isTo(HttpServletRequest request) {
        String mode = request.getHeader("Sec-Fetch-Mode");
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null
                && accept.contains(MediaType.TEXT_HTML_VALUE)
                && (mode == null || "navigate".equals(mode))
                && request.getHeader("X-Requested-With") == null;
    }
}
