package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/** Refuses requests whose path could mean one thing to the rules and another to a controller. */
@Configuration(proxyBeanMethods = false)
class Firewall {

    private static final Set<String> PATHS_WITH_IDS = Set.of("/api/", "/admin/");

    private static final Pattern ENCODED_SLASH = Pattern.compile("%2[fF]");

    private static final Set<String> ENCODED_DOUBLE_SLASH = Set.of("%2f%2f", "%2f%2F", "%2F%2f", "%2F%2F");

    /**
     * Allows an encoded slash only below /api/ and /admin/, where paths have ids and ids may have slashes. It splits no
     * segment, neither for the rules nor for the controllers: both match the path as it was sent. Elsewhere it is
     * refused, because Spring's own endpoints, such as health, fail on it.
     */
    @Bean
    HttpFirewall httpFirewall() {
        StrictHttpFirewall strict = new StrictHttpFirewall();
        StrictHttpFirewall withSlashes = withSlashesInIds();
        return new HttpFirewall() {
            @Override
            public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
                return (mayHaveIds(request) ? withSlashes : strict).getFirewalledRequest(request);
            }

            @Override
            public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
                return strict.getFirewalledResponse(response);
            }
        };
    }

    private static StrictHttpFirewall withSlashesInIds() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowUrlEncodedSlash(true);
        // why not setAllowUrlEncodedDoubleSlash: it would allow the plain double slash too
        firewall.getEncodedUrlBlocklist().removeAll(ENCODED_DOUBLE_SLASH);
        firewall.getDecodedUrlBlocklist().removeAll(ENCODED_DOUBLE_SLASH);
        // why: Tomcat leaves %2F as it is when it decodes a path; an encoded percent sign is still refused
        firewall.getDecodedUrlBlocklist().remove("%");
        return firewall;
    }

    @Bean
    RequestRejectedHandler requestRejectedHandler(ProblemWriter problems) {
        return (request, response, rejected) -> {
            boolean slash = !mayHaveIds(request) && ENCODED_SLASH.matcher(request.getRequestURI()).find();
            problems.write(request, response, slash ? ProblemType.NOT_FOUND : ProblemType.REQUEST_REJECTED);
        };
    }

    private static boolean mayHaveIds(HttpServletRequest request) {
        return PATHS_WITH_IDS.stream().anyMatch(request.getRequestURI()::startsWith);
    }
}
