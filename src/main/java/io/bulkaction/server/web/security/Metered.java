package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.Quota;
import org.springframework.security.core.GrantedAuthority;

/** Carries the quota of a caller along with its roles, as {@link Scoped} does its scope. */
final class Metered implements GrantedAuthority {

    private static final long serialVersionUID = 1L;

    // why transient: sessions are kept in memory only
    private final transient Quota quota;

    Metered(Quota quota) {
        this.quota = quota;
    }

    Quota quota() {
        return quota;
    }

    /** Not a role. */
    @Override
    public String getAuthority() {
        return "METERED";
    }
}
