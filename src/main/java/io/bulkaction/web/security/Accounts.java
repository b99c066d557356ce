package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The people who may log in, with their passwords as hashes only. */
final class Accounts implements UserDetailsService {

    private final Map<String, Account> byName = new HashMap<>();

    private record Account(String hash, String[] roles) {}

    Accounts(Map<String, SecuritySettings.User> users, PasswordEncoder encoder) {
        users.forEach((name, user) -> {
            String hash = user.isHashed() ? user.hash() : encoder.encode(user.password());
            byName.put(name, new Account(hash, names(user.roles())));
        });
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** A new object each time: its password is erased after the login. */
    @Override
    public UserDetails loadUserByUsername(String name) {
        Account account = byName.get(name);
        if (account == null) {
            throw new UsernameNotFoundException("no such user");
        }
        return User.withUsername(name)
                .password(account.hash)
                .roles(account.roles)
                .build();
    }

    static String[] names(Set<SecuritySettings.Role> roles) {
        return roles.stream().map(Enum::name).toArray(String[]::new);
    }
}
