package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;

/**
 * A call was refused because the caller may not make it.
 *
 * @param user {@code anonymous} for a caller who is not logged in
 * @param code {@code FORBIDDEN} for a missing role, {@code CSRF_REJECTED} for a request that may come from another site,
 *     {@code CROSS_SITE_REJECTED} for one that does, {@code UNAUTHENTICATED} for a missing login
 */
record AccessRefusedEvent(String user, String address, String method, String path, String code) {

    private static final int MAX_PATH = 256;

    static AccessRefusedEvent of(HttpServletRequest request, ProblemType why) {
        String path = request.getRequestURI();
        return new AccessRefusedEvent(
                CurrentUser.name(),
                request.getRemoteAddr(),
                request.getMethod(),
                path.substring(0, Math.min(path.length(), MAX_PATH)),
                why.code());
    }
}
