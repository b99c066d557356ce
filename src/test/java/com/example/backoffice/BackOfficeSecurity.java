package com.example.backoffice;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The login, which the page of bulk-action uses as every other page does. */
@Configuration(proxyBeanMethods = false)
class BackOfficeSecurity {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(rules -> rules.requestMatchers("/opening-hours").permitAll()
                .anyRequest().authenticated())
                .formLogin(Customizer.withDefaults())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    /** People have the authorities that bulk-action.web.authorities names by default. */
    @Bean
    UserDetailsService people() {
        return new InMemoryUserDetailsManager(
                person("ann", "CLERK", "BULK_ACTION_OPERATOR", "BULK_ACTION_PAYLOADS"),
                person("vic", "CLERK", "BULK_ACTION_VIEWER"),
                person("sam", "CLERK", "BULK_ACTION_SUBMITTER"),
                person("joe", "CLERK"));
    }

    private static UserDetails person(String name, String... roles) {
        return User.withUsername(name).password("{noop}secret").roles(roles).build();
    }
}
