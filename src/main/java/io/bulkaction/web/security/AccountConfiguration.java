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
import org.springframework.security.crypto.password.PasswordEncoder;

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
    AuthenticationManager authenticationManager(
            SecuritySettings settings, GeneratedPassword generated, LoginThrottle throttle, SecurityEvents events) {
        Map<String, SecuritySettings.User> users =
                settings.users().isEmpty() ? generated.asUsers() : settings.users();
        PasswordEncoder encoder = new RememberingPasswordEncoder(new BCryptPasswordEncoder());
        return new ProviderManager(new PasswordLogin(new Accounts(users, encoder), encoder, throttle, events));
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
