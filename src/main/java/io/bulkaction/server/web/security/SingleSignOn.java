package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.problem.ProblemType;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.stereotype.Component;

/** Logins at identity providers, where {@code spring.security.oauth2.} has any. */
@Component
@EnableConfigurationProperties(SsoSettings.class)
final class SingleSignOn {

    static final ProblemType NO_MAPPED_ROLE = new ProblemType("NO_MAPPED_ROLE", HttpStatus.FORBIDDEN);

    private static final Logger log = LoggerFactory.getLogger(SingleSignOn.class);

    private final SsoRights rights;
    private final @Nullable JwtLogins jwts;
    private final Map<String, String> providers = new TreeMap<>();

    SingleSignOn(
            SsoSettings settings, ObjectProvider<ClientRegistrationRepository> clients,
            ObjectProvider<JwtDecoder> decoders) {
        this.rights = new SsoRights(settings);
        JwtDecoder decoder = decoders.getIfAvailable();
        this.jwts = decoder == null ? null : new JwtLogins(decoder, rights);
        if (clients.getIfAvailable() instanceof Iterable<?> all) {
            all.forEach(each -> add((ClientRegistration) each));
        }
        if (settings.mappings().isEmpty() && (decoder != null || !providers.isEmpty())) {
            log.warn(
                    "single sign-on lets nobody in without bulk-action.security.sso.mappings (docs/settings.md#security)");
        }
    }

    private void add(ClientRegistration client) {
        if (!client.getScopes().contains(OidcScopes.OPENID)) {
            throw new IllegalStateException("spring.security.oauth2.client.registration." + client.getRegistrationId()
                    + ".scope must have openid: logins are by OpenID Connect");
        }
        providers.put(client.getRegistrationId(), client.getClientName());
    }

    /** Names to show, by the id of the registration. */
    Map<String, String> providers() {
        return providers;
    }

    /** Null where JWTs are not accepted. */
    @Nullable
    JwtLogins jwts() {
        return jwts;
    }

    /** Adds logins at identity providers, if there are any, to those with a password. */
    void apply(HttpSecurity http, AuthenticationManager passwords, SsoAnswers answers) {
        if (providers.isEmpty()) {
            http.authenticationManager(passwords);
            return;
        }
        http.getSharedObject(AuthenticationManagerBuilder.class).parentAuthenticationManager(passwords);
        http.oauth2Login(login -> login.loginPage("/login")
                .authorizedClientRepository(new NoProviderTokens())
                .authorizationEndpoint(
                        start -> start.authorizationRequestRepository(new SsoAttempts(InstantSource.system())))
                .userInfoEndpoint(users -> users.oidcUserService(new SsoUsers(rights)))
                .successHandler(answers::loggedIn)
                .failureHandler(answers::failed));
    }
}
