package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.util.Map;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Who there is and how they prove it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecuritySettings.class)
class AccountConfiguration {

    @Bean
    LoginThrottle loginThrottle(SecuritySettings settings) {
        return new LoginThrottle(settings.login(), System::nanoTime);
    }

    @Bean
    MachineTokens machineTokens(SecuritySettings settings) {
        return new MachineTokens(settings.tokens());
    }

    @Bean
    GeneratedPassword generatedPassword() {
        return GeneratedPassword.create();
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
            SecuritySettings settings, Accounts accounts, LoginThrottle throttle, SecurityEvents events) {
        LoginBounds bounds = new LoginBounds(settings.login(), throttle, System::nanoTime);
        return new ProviderManager(new PasswordLogin(accounts, bounds, events));
    }

    /** When all is up, so that the password is the last thing on the screen and not the first. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> generatedPasswordTeller(
            SecuritySettings settings, GeneratedPassword generated) {
        return _ -> {
            if (settings.users().isEmpty()) {
                generated.tell(System.out);
            }
        };
    }
}
