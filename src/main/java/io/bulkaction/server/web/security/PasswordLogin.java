package io.bulkaction.server.web.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetails;

/** Checks names and passwords, from the login page and from HTTP Basic, within {@link LoginLimits}. */
final class PasswordLogin implements AuthenticationProvider {

    private static final Logger log = LoggerFactory.getLogger(PasswordLogin.class);

    private final Accounts accounts;
    private final LoginLimits limits;
    private final LoginLink link;
    private final SecurityEvents events;

    PasswordLogin(Accounts accounts, LoginLimits limits, LoginLink link, SecurityEvents events) {
        this.accounts = accounts;
        this.limits = limits;
        this.link = link;
        this.events = events;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication login) {
        if (!(login.getDetails() instanceof LoginDetails from)) {
            throw new IllegalStateException("a login without LoginDetails cannot be limited");
        }
        String name = login.getName();
        String password = login.getCredentials() instanceof String text ? text : "";
        if (link.redeem(name, password, from)) {
            events.publish(new LoginSucceededEvent(name, from.address(), LoginMethod.LINK));
            return authenticated(accounts.user(name), login);
        }
        LoginKey key = LoginKey.of(name, from.address());
        // why before lock and budgets: a known user keeps working while somebody else at this address guesses
        if (!limits.isRemembered(key, () -> accounts.remembers(name, password))) {
            limits.requireUnlocked(key);
            check(name, password, key, from);
            limits.succeeded(key);
        }
        Authentication known = authenticated(accounts.user(name), login);
        if (from.method() == LoginMethod.FORM) {
            limits.takeLogin(key);
            events.publish(new LoginSucceededEvent(name, from.address(), from.method()));
        }
        return known;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private void check(String name, String password, LoginKey key, LoginDetails from) {
        limits.reserve(key);
        boolean correct;
        try {
            correct = accounts.isCorrect(name, password);
        } catch (LoginBusyException e) {
            limits.release(key);
            throw e;
        }
        if (!correct) {
            refuse(key, name, from);
            throw new BadCredentialsException("user or password is wrong");
        }
        limits.release(key);
        // why again: a thousand guesses sent at once all pass the first check of the lock before one has failed
        limits.requireUnlocked(key);
    }

    private void refuse(LoginKey key, String name, LoginDetails from) {
        @Nullable
        String user = accounts.has(name) ? name : null;
        String shown = user == null ? "an unknown user" : user;
        @Nullable
        Duration lock = limits.failed(key).orElse(null);
        if (lock != null) {
            log.warn("locked {} from {} for {} after too many wrong passwords", shown, from.address(), lock);
        }
        if (limits.isAddressUsedUp(key)) {
            log.warn("too many wrong passwords from {}, over all names: further ones are not checked", from.address());
        }
        if (limits.isNameUsedUp(key)) {
            log.warn("too many wrong passwords for {}, over all addresses: further ones are not checked", shown);
        }
        events.publish(new LoginRefusedEvent(user, from.address(), from.method(), lock));
    }

    private static Authentication authenticated(UserDetails user, Authentication login) {
        UsernamePasswordAuthenticationToken known =
                UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
        known.setDetails(login.getDetails());
        return known;
    }
}
