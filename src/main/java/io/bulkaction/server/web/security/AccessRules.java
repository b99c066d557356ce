package io.bulkaction.server.web.security;

import static io.bulkaction.server.web.security.SecuritySettings.Role.ADMIN;
import static io.bulkaction.server.web.security.SecuritySettings.Role.METRICS;
import static io.bulkaction.server.web.security.SecuritySettings.Role.OPERATOR;
import static io.bulkaction.server.web.security.SecuritySettings.Role.SUBMITTER;
import static io.bulkaction.server.web.security.SecuritySettings.Role.VIEWER;

import io.bulkaction.internal.web.access.GroupControls;
import jakarta.servlet.DispatcherType;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Who may call what. Nothing is opened anywhere else; what is not named here needs an administrator. */
final class AccessRules {

    private static final String[] HEALTH = {"/actuator/health", "/actuator/health/**"};

    private static final String PROMETHEUS = "/actuator/prometheus";

    /** An orchestrator asks these, and ends the process when the answer takes too long. */
    private static final String[] PROBES = {"/actuator/health/liveness", "/actuator/health/readiness"};

    /** Everything a browser needs to show the login page. */
    private static final String[] LOGIN_PAGE = {"/login", "/login/login.css", "/login/login.js", "/login/icon.svg"};

    /** Who may come in is decided by administrators alone. */
    private static final String[] LOGINS = {"/admin/tokens/**", "/admin/sessions/**"};

    private static final String[] DASHBOARD = {"/", "/index.html", "/assets/**"};

    /** The description of the calls. */
    private static final String[] DESCRIPTION = {"/v3/api-docs", "/v3/api-docs.yaml"};

    private static final String RECURRING = "/admin/recurring/**";

    private static final String SENDING_WINDOWS = "/admin/sending-windows/**";

    private final boolean openMetrics;

    AccessRules(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    void apply(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry rules) {
        rules
                // why: the request was decided on already; without this the answer to its error would be refused too
                .dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .requestMatchers(HEALTH)
                .permitAll()
                .requestMatchers(LOGIN_PAGE)
                .permitAll()
                .requestMatchers(LOGINS)
                .hasRole(ADMIN.name())
                .requestMatchers(HttpMethod.GET, DESCRIPTION)
                .hasAnyRole(SUBMITTER.name(), ADMIN.name(), OPERATOR.name(), VIEWER.name())
                .requestMatchers(HttpMethod.GET, "/api/**")
                .hasAnyRole(SUBMITTER.name(), ADMIN.name(), OPERATOR.name(), VIEWER.name())
                .requestMatchers(GroupControls.PATTERNS.toArray(String[]::new))
                .hasAnyRole(SUBMITTER.name(), ADMIN.name(), OPERATOR.name())
                .requestMatchers("/api/**")
                .hasAnyRole(SUBMITTER.name(), ADMIN.name())
                .requestMatchers(HttpMethod.GET, "/admin/**")
                .hasAnyRole(ADMIN.name(), OPERATOR.name(), VIEWER.name())
                // why: who says what is submitted must be allowed to submit, and hours are a matter of the law
                .requestMatchers(HttpMethod.PUT, RECURRING, SENDING_WINDOWS)
                .hasRole(ADMIN.name())
                .requestMatchers(HttpMethod.DELETE, RECURRING, SENDING_WINDOWS)
                .hasRole(ADMIN.name())
                .requestMatchers("/admin/**")
                .hasAnyRole(ADMIN.name(), OPERATOR.name())
                .requestMatchers(HttpMethod.GET, DASHBOARD)
                .hasAnyRole(ADMIN.name(), OPERATOR.name(), VIEWER.name());
        if (openMetrics) {
            rules.requestMatchers(PROMETHEUS).permitAll();
        } else {
            rules.requestMatchers(PROMETHEUS).hasAnyRole(METRICS.name(), ADMIN.name());
        }
        rules.anyRequest().hasRole(ADMIN.name());
    }

    /** Answered without looking at credentials, so that no password check delays a probe. */
    static RequestMatcher probes() {
        return anyOf(PROBES);
    }

    /**
     * Whoever sends credentials with the request itself is a machine and is judged by them alone: no session, so no
     * CSRF. A page of another site may not send that header: its browser asks us for permission first.
     */
    static RequestMatcher machines() {
        return new OrRequestMatcher(
                new RequestHeaderRequestMatcher(HttpHeaders.AUTHORIZATION), anyOf(HEALTH), anyOf(PROMETHEUS));
    }

    private static RequestMatcher anyOf(String... paths) {
        PathPatternRequestMatcher.Builder builder = PathPatternRequestMatcher.withDefaults();
        return new OrRequestMatcher(
                Stream.of(paths).<RequestMatcher>map(builder::matcher).toList());
    }
}
