package io.bulkaction.web.security;

import static io.bulkaction.settings.SecuritySettings.Role.ADMIN;
import static io.bulkaction.settings.SecuritySettings.Role.METRICS;
import static io.bulkaction.settings.SecuritySettings.Role.SUBMITTER;

import jakarta.servlet.DispatcherType;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Who may ask for what. The one place that opens anything; what it does not name needs an administrator. */
final class AccessRules {

    /** For probes, which have no account. */
    private static final String[] HEALTH = {"/actuator/health", "/actuator/health/**"};

    private static final String SCRAPING = "/actuator/prometheus";

    /** What an orchestrator asks, and ends the process when it waits too long. */
    private static final String[] PROBES = {"/actuator/health/liveness", "/actuator/health/readiness"};

    /** What a browser needs to show the login page. */
    private static final String[] OPEN_TO_PEOPLE = {"/login", "/login/login.css", "/login/icon.svg"};

    private final boolean openMetrics;

    AccessRules(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    void apply(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry rules) {
        rules
                // why: the error was decided on already; without this its answer would be refused, too
                .dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .requestMatchers(HEALTH)
                .permitAll()
                .requestMatchers(OPEN_TO_PEOPLE)
                .permitAll()
                .requestMatchers("/api/**")
                .hasAnyRole(SUBMITTER.name(), ADMIN.name());
        if (openMetrics) {
            rules.requestMatchers(SCRAPING).permitAll();
        } else {
            rules.requestMatchers(SCRAPING).hasAnyRole(METRICS.name(), ADMIN.name());
        }
        rules.anyRequest().hasRole(ADMIN.name());
    }

    /** Answered without a look at credentials, so that no password check can hold a probe up. */
    static RequestMatcher probes() {
        return anyOf(PROBES);
    }

    /**
     * Whoever sends credentials with the request itself is a machine and is judged by them alone: no session, so no
     * CSRF. A page of another site cannot send that header without being asked for permission first.
     */
    static RequestMatcher machines() {
        return new OrRequestMatcher(
                new RequestHeaderRequestMatcher(HttpHeaders.AUTHORIZATION), anyOf(HEALTH), anyOf(SCRAPING));
    }

    private static RequestMatcher anyOf(String... paths) {
        PathPatternRequestMatcher.Builder builder = PathPatternRequestMatcher.withDefaults();
        return new OrRequestMatcher(
                Stream.of(paths).<RequestMatcher>map(builder::matcher).toList());
    }
}
