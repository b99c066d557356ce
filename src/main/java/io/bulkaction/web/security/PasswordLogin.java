package io.bulkaction.web.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Checks name and password, from the login page and from HTTP Basic alike, within the bounds of the throttle. */
final class PasswordLogin implements AuthenticationProvider {

    private static final Logger log = LoggerFactory.getLogger(PasswordLogin.class);

    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final SecurityEvents events;
    private final DaoAuthenticationProvider passwords;

    PasswordLogin(Accounts accounts, PasswordEncoder encoder, LoginThrottle throttle, SecurityEvents events) {
        this.accounts = accounts;
        this.throttle = throttle;
        this.events = events;
        this.passwords = new DaoAuthenticationProvider(accounts);
        this.passwords.setPasswordEncoder(encoder);
    }

    @Override
    public @Nullable Authentication authenticate(Authentication login) {
        if (!(login.getDetails() instanceof LoginDetails from)) {
            throw new IllegalStateException("a login without LoginDetails cannot be throttled");
        }
        LoginKey key = LoginKey.of(login.getName(), from.address());
        requireUnlocked(key);
        Authentication known;
        try {
            known = passwords.authenticate(login);
        } catch (BadCredentialsException e) {
            refuse(key, login.getName(), from);
            throw e;
        }
        // why again: a thousand guesses sent at once all pass the first check before one of them has failed
        requireUnlocked(key);
        throttle.succeeded(key);
        if (from.method() == LoginMethod.FORM) {
            events.publish(new LoginSucceeded(login.getName(), from.address()));
        }
        return known;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private void requireUnlocked(LoginKey key) {
        throttle.lock(key).ifPresent(lock -> {
            throw new LoginLockedException(lock);
        });
    }

    private void refuse(LoginKey key, String name, LoginDetails from) {
        @Nullable
        String user = accounts.has(name) ? name : null;
        @Nullable
        Duration lock = throttle.failed(key).orElse(null);
        if (lock != null) {
            log.warn("locked {} from {} for {} after too many wrong passwords",
                    user == null ? "an unknown user" : user, from.address(), lock);
        }
        events.publish(new LoginRefused(user, from.address(), from.method(), lock));
    }
}
