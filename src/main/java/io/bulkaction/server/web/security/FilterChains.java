package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemWriter;
import io.bulkaction.server.web.session.LoginSessions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.csrf.CsrfFilter;

/**
 * Two ways in under the same rules: machines send credentials with every request, people have a session. Probes need no
 * credentials.
 */
@Configuration(proxyBeanMethods = false)
class FilterChains {

    private final AuthenticationManager logins;
    private final SecurityEvents events;
    private final ProblemWriter problems;
    private final AccessRules rules;
    private final SingleSignOn sso;

    FilterChains(
            AuthenticationManager logins, SecurityEvents events, ProblemWriter problems, SecuritySettings settings,
            SingleSignOn sso) {
        this.sso = sso;
        this.logins = logins;
        this.events = events;
        this.problems = problems;
        this.rules = new AccessRules(settings.openMetrics());
    }

    @Bean
    @Order(0)
    SecurityFilterChain probes(HttpSecurity http) {
        return http.securityMatcher(AccessRules.probes())
                .authorizeHttpRequests(rules::apply)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .headers(SecurityHeaders::apply)
                .build();
    }

    @Bean
    @Order(1)
    SecurityFilterChain machines(HttpSecurity http, ApiTokens tokens, LoginLocks locks) {
        ProblemEntryPoint refusal = new ProblemEntryPoint(problems, events);
        return http.securityMatcher(AccessRules.machines())
                .authorizeHttpRequests(rules::apply)
                .authenticationManager(logins)
                .httpBasic(basic -> basic.authenticationEntryPoint(refusal)
                        .authenticationDetailsSource(LoginDetails.source(LoginMethod.BASIC)))
                .addFilterBefore(
                        new ApiTokenFilter(tokens, sso.jwts(), locks, events, refusal, problems),
                        BasicAuthenticationFilter.class)
                .addFilterBefore(new CrossSiteFilter(problems, events), CsrfFilter.class)
                .exceptionHandling(answers -> answers.authenticationEntryPoint(refusal)
                        .accessDeniedHandler(new ProblemAccessDeniedHandler(problems, events)))
                // why the strategy: stateless alone would still change the id of a session whose cookie is sent too
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS)
                        .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy()))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .headers(SecurityHeaders::apply)
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain people(HttpSecurity http, LoginSessions sessions) {
        BrowserAnswers answers = new BrowserAnswers(
                new ProblemEntryPoint(problems, events), new ProblemAccessDeniedHandler(problems, events));
        AuthenticationSuccessHandler loggedIn = answers.loggedIn(sessions);
        sso.apply(http, logins, new SsoAnswers(loggedIn, events));
        return http.authorizeHttpRequests(rules::apply)
                .formLogin(form -> form.loginPage("/login")
                        .authenticationDetailsSource(LoginDetails.source(LoginMethod.FORM))
                        .successHandler(loggedIn)
                        .failureHandler(answers::loginFailed))
                .logout(logout -> logout.logoutUrl("/logout").logoutSuccessHandler(answers::loggedOut))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(answers::loginNeeded)
                        .accessDeniedHandler(answers::denied))
                .requestCache(cache -> cache.requestCache(answers.wantedPage()))
                .csrf(csrf -> csrf.spa().csrfTokenRepository(new CsrfCookies()))
                .addFilterBefore(new SessionFilter(sessions), SecurityContextHolderFilter.class)
                .addFilterBefore(new CrossSiteFilter(problems, events), CsrfFilter.class)
                .headers(SecurityHeaders::apply)
                .build();
    }
}
