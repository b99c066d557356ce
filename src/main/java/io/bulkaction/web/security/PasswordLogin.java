package io.bulkaction.web.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetails;

/** Checks name and password, from the login page and from HTTP Basic alike, within bounds. */
final class PasswordLogin implements AuthenticationProvider {

    private static final Logger log = LoggerFactory.getLogger(PasswordLogin.class);

    private final Accounts accounts;
    private final LoginBounds bounds;
    private final SecurityEvents events;

    PasswordLogin(Accounts accounts, LoginBounds bounds, SecurityEvents events) {
        this.accounts = accounts;
        this.bounds = bounds;
        this.events = events;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication login) {
        if (!(login.getDetails() instanceof LoginDetails from)) {
            throw new IllegalStateException("a login without LoginDetails cannot be throttled");
        }
        String name = login.getName();
        String password = login.getCredentials() instanceof String text ? text : "";
        LoginKey key = LoginKey.of(name, from.address());
        // why before lock and budgets: who has proved it here keeps working while somebody else at this address guesses
        if (!bounds.isRemembered(key, () -> accounts.remembers(name, password))) {
            bounds.requireUnlocked(key);
            check(name, password, key, from);
            bounds.succeeded(key);
        }
        Authentication known = authenticated(accounts.user(name), login);
        if (from.method() == LoginMethod.FORM) {
            events.publish(new LoginSucceeded(name, from.address(), CurrentUser.isAdministrator(known)));
        }
        return known;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private void check(String name, String password, LoginKey key, LoginDetails from) {
        bounds.reserve(key);
        boolean right;
        try {
            right = accounts.areRight(name, password);
        } catch (LoginBusyException e) {
            bounds.release(key);
            throw e;
        }
        if (!right) {
            refuse(key, name, from);
            throw new BadCredentialsException("user or password is wrong");
        }
        bounds.release(key);
        // why again: a thousand guesses sent at once all pass the first look before one of them has failed
        bounds.requireUnlocked(key);
    }

    private void refuse(LoginKey key, String name, LoginDetails from) {
        @Nullable
        String user = accounts.has(name) ? name : null;
        String shown = user == null ? "an unknown user" : user;
        @Nullable
        Duration lock = bounds.failed(key).orElse(null);
        if (lock != null) {
            log.warn("locked {} from {} for {} after too many wrong passwords", shown, from.address(), lock);
        }
        if (bounds.isAddressUsedUp(key)) {
            log.warn("too many wrong passwords from {}, over all names: further ones are not checked", from.address());
        }
        if (bounds.isNameUsedUp(key)) {
            log.warn("too many wrong passwords for {}, over all addresses: further ones are not checked", shown);
        }
        events.publish(new LoginRefused(user, from.address(), from.method(), lock));
    }

    private static Authentication authenticated(UserDetails user, Authentication login) {
        UsernamePasswordAuthenticationToken known =
                UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
        known.setDetails(login.getDetails());
        return known;
    }
}
