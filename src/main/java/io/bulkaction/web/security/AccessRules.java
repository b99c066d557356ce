package io.bulkaction.web.security;

import static io.bulkaction.settings.SecuritySettings.Role.ADMIN;
import static io.bulkaction.settings.SecuritySettings.Role.SUBMITTER;

import jakarta.servlet.DispatcherType;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Who may ask for what. The one place that opens anything; what it does not name needs an administrator. */
final class AccessRules {

    /** For probes and scrapers, which have no account. */
    private static final String[] OPEN_TO_MACHINES = {
        "/actuator/health", "/actuator/health/**", "/actuator/prometheus"
    };

    /** What a browser needs to show the login page. */
    private static final String[] OPEN_TO_PEOPLE = {"/login", "/login/login.css", "/login/icon.svg"};

    private AccessRules() {}

    static void apply(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry rules) {
        rules
                // why: the error was decided on already; without this its answer would be refused, too
                .dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .requestMatchers(OPEN_TO_MACHINES)
                .permitAll()
                .requestMatchers(OPEN_TO_PEOPLE)
                .permitAll()
                .requestMatchers("/api/**")
                .hasAnyRole(SUBMITTER.name(), ADMIN.name())
                .anyRequest()
                .hasRole(ADMIN.name());
    }

    /**
     * Whoever sends credentials with the request itself is a machine and is judged by them alone: no session, so no
     * CSRF. A page of another site cannot send that header without being asked for permission first.
     */
    static RequestMatcher machines() {
        PathPatternRequestMatcher.Builder paths = PathPatternRequestMatcher.withDefaults();
        RequestMatcher[] open = new RequestMatcher[OPEN_TO_MACHINES.length];
        for (int i = 0; i < open.length; i++) {
            open[i] = paths.matcher(OPEN_TO_MACHINES[i]);
        }
        return new OrRequestMatcher(
                new RequestHeaderRequestMatcher(HttpHeaders.AUTHORIZATION), new OrRequestMatcher(open));
    }
}
