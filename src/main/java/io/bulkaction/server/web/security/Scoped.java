package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.access.Scope;
import org.springframework.security.core.GrantedAuthority;

/** Carries the scope of a caller along with its roles, however it proved who it is. */
final class Scoped implements GrantedAuthority {

    private static final long serialVersionUID = 1L;

    // why transient: sessions are kept in memory only
    private final transient Scope scope;

    Scoped(Scope scope) {
        this.scope = scope;
    }

    Scope scope() {
        return scope;
    }

    /** Not a role. */
    @Override
    public String getAuthority() {
        return "SCOPED";
    }
}
