package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.server.web.PageAddress;
import io.bulkaction.server.web.session.LoginSessions;
import io.bulkaction.server.web.token.RuntimeTokens;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** The accounts, and how callers prove who they are. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecuritySettings.class)
class AccountConfiguration {

    @Bean
    LoginLocks loginLocks(SecuritySettings settings) {
        return new LoginLocks(settings.login(), System::nanoTime);
    }

    @Bean
    ApiTokens apiTokens(SecuritySettings settings, Accounts accounts, RuntimeTokens made) {
        return new ApiTokens(
                settings.tokens(),
                made,
                name -> accounts.has(name) || settings.tokens().containsKey(name));
    }

    @Bean
    RuntimeTokens runtimeTokens(Optional<Queues> queues) {
        return new RuntimeTokens(queues);
    }

    @Bean
    LoginSessions loginSessions(Optional<Queues> queues, SecuritySettings settings) {
        return new LoginSessions(queues, settings.login().maxSession(), settings.login().maxSessions(),
                InstantSource.system());
    }

    @Bean
    GeneratedPassword generatedPassword() {
        return GeneratedPassword.create();
    }

    @Bean
    LoginLink loginLink() {
        return new LoginLink(System::nanoTime);
    }

    @Bean
    BCryptPasswordEncoder bcrypt() {
        return new BCryptPasswordEncoder();
    }

    @Bean
    BoundedPasswordEncoder boundedPasswordEncoder(BCryptPasswordEncoder bcrypt, SecuritySettings settings) {
        return new BoundedPasswordEncoder(bcrypt, settings.login().checks());
    }

    @Bean
    Accounts accounts(SecuritySettings settings, GeneratedPassword generated, BoundedPasswordEncoder passwords) {
        Map<String, SecuritySettings.User> users =
                settings.users().isEmpty() ? generated.asUsers() : settings.users();
        return new Accounts(users, new RememberingPasswordEncoder(passwords));
    }

    @Bean
    AuthenticationManager authenticationManager(
            SecuritySettings settings, Accounts accounts, LoginLocks locks, LoginLink link,
            SecurityEvents events) {
        LoginLimits limits = new LoginLimits(settings.login(), locks, System::nanoTime);
        return new ProviderManager(new PasswordLogin(accounts, limits, link, events));
    }

    /** Once everything is up, so that the password does not get lost among the lines of the start. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> accountsReport(
            SecuritySettings settings, SsoSettings sso, GeneratedPassword generated, LoginLink link) {
        return ready -> {
            UnscopedSubmitters.report(settings, sso);
            if (settings.users().isEmpty()) {
                generated.print(System.out, PageAddress.of(ready.getApplicationContext().getEnvironment())
                        .map(link::issue).orElse(null));
            }
        };
    }
}
