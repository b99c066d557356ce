package io.bulkaction.internal.web.hosted;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Whether a browser sends a request for a page of another site. The application may have no protection of its own against
 * that. Pages can set neither header; programs send none.
 */
final class CrossSite {

    private static final Set<String> OURS = Set.of("same-origin", "none");

    private CrossSite() {}

    static boolean is(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OURS.contains(site);
        }
        // why: browsers leave the other header out where there is no TLS
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && !isOf(origin, request.getHeader(HttpHeaders.HOST), request.getServerName());
    }

    /** Behind a proxy one of the two names is the one that the browser sees. */
    private static boolean isOf(String origin, @Nullable String host, String server) {
        try {
            URI from = new URI(origin);
            return from.getAuthority() != null
                    && (from.getAuthority().equalsIgnoreCase(host) || server.equalsIgnoreCase(from.getHost()));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
