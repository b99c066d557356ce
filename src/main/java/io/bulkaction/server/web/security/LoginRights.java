package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.access.CallerRights;
import io.bulkaction.internal.web.access.PayloadView;
import io.bulkaction.internal.web.access.Scope;
import java.util.Collection;
import java.util.List;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * The rights that came with the login. An administrator sees all payloads, a submitter those of its own jobs; who has been
 * allowed to see payloads, all but the masked fields; everybody else none.
 */
@Component
final class LoginRights implements CallerRights {

    private final PayloadView masked;

    LoginRights(SecuritySettings settings) {
        this.masked = new PayloadView(true, settings.maskedFields());
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

    @Override
    public PayloadView ownPayloads() {
        return has("ROLE_SUBMITTER") ? PayloadView.ALL : payloads();
    }

    private static boolean has(String authority) {
        return authorities().stream().anyMatch(each -> authority.equals(each.getAuthority()));
    }

    private static Collection<? extends GrantedAuthority> authorities() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller == null ? List.of() : caller.getAuthorities();
    }
}
