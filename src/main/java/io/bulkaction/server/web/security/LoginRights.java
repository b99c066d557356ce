package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.web.access.CallerRights;
import io.bulkaction.internal.web.access.PayloadView;
import io.bulkaction.internal.web.access.Scope;
import io.bulkaction.server.web.token.RuntimeTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.stereotype.Component;

/**
 * The rights that came with the login. An administrator sees all payloads, a submitter those of its own jobs; who has been
 * allowed to see payloads, all but the masked fields; everybody else none.
 */
@Component
final class LoginRights implements CallerRights {

    /** As where JWTs are checked. */
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(60);

    private final PayloadView masked;
    private final Map<String, Quota> configured;
    private final RuntimeTokens made;

    LoginRights(SecuritySettings settings, RuntimeTokens made) {
        this.configured = settings.quotas();
        this.made = made;
        this.masked = new PayloadView(true, settings.maskedFields());
    }

    @Override
    public String name() {
        return CurrentUser.name();
    }

    @Override
    public @Nullable Quota quota() {
        return authorities().stream()
                .filter(Metered.class::isInstance)
                .map(authority -> ((Metered) authority).quota())
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean isPerson() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller instanceof OAuth2AuthenticationToken
                || caller instanceof UsernamePasswordAuthenticationToken
                        && !(caller.getDetails() instanceof ApiTokens.Details);
    }

    @Override
    public boolean isStillIn() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || !(caller.getDetails() instanceof ApiTokens.Details details)) {
            return true;
        }
        if (details.madeHash() != null) {
            return made.isValid(caller.getName(), details.madeHash());
        }
        return details.expiresAt() == null || Instant.now().isBefore(details.expiresAt().plus(CLOCK_SKEW));
    }

    @Override
    public Map<String, Quota> quotas() {
        Map<String, Quota> quotas = new TreeMap<>();
        made.all().stream().map(RuntimeTokens.Listed::token).filter(token -> token.grant().quota() != null)
                .forEach(token -> quotas.put(token.name(), token.grant().quota()));
        quotas.putAll(configured);
        return quotas;
    }

    @Override
    public Set<Ability> abilities() {
        if (has("ROLE_ADMIN")) {
            return EnumSet.allOf(Ability.class);
        }
        Set<Ability> abilities = EnumSet.noneOf(Ability.class);
        if (has("ROLE_OPERATOR")) {
            abilities.add(Ability.OPERATE);
        }
        if (has("ROLE_SUBMITTER")) {
            abilities.add(Ability.SUBMIT);
        }
        return abilities;
    }

    @Override
    public Scope scope() {
        return authorities().stream()
                .filter(Scoped.class::isInstance)
                .map(authority -> ((Scoped) authority).scope())
                .findFirst()
                .orElse(Scope.EVERYTHING);
    }

    @Override
    public PayloadView payloads() {
        if (has("ROLE_ADMIN")) {
            return PayloadView.ALL;
        }
        return has(Rights.PAYLOADS) ? masked : PayloadView.NONE;
    }

    /** Whoever also looks at the queues of all has not submitted what it sees, unless it is kept to groups. */
    @Override
    public PayloadView ownPayloads() {
        boolean looksAtAll = (has("ROLE_OPERATOR") || has("ROLE_VIEWER")) && !scope().hasGroups();
        return has("ROLE_SUBMITTER") && !looksAtAll ? PayloadView.ALL : payloads();
    }

    private static boolean has(String authority) {
        return authorities().stream().anyMatch(each -> authority.equals(each.getAuthority()));
    }

    private static Collection<? extends GrantedAuthority> authorities() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller == null ? List.of() : caller.getAuthorities();
    }
}
