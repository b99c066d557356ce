package io.bulkaction.web.security;

import io.bulkaction.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Somebody asked for what they may not do; published as an application event.
 *
 * @param user {@code anonymous} for nobody known
 * @param code {@code FORBIDDEN} for a missing role, {@code CSRF_REJECTED} for a request that may come from elsewhere,
 *            {@code CROSS_SITE_REJECTED} for one that does,
 *            {@code UNAUTHENTICATED} for a missing login
 */
public record AccessRefused(String user, String address, String method, String path, String code) {

    private static final int SHOWN_PATH = 256;

    static AccessRefused of(HttpServletRequest request, ProblemType why) {
        String path = request.getRequestURI();
        return new AccessRefused(
                CurrentUser.name(),
                request.getRemoteAddr(),
                request.getMethod(),
                path.substring(0, Math.min(path.length(), SHOWN_PATH)),
                why.code());
    }
}
