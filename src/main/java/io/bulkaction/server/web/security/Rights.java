package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.web.access.Scope;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * What a user or a machine may do.
 *
 * @param payloads whether it sees payloads that its roles alone do not show
 * @param quota how much it may have at a time; null = any
 */
record Rights(Set<SecuritySettings.Role> roles, Scope scope, boolean payloads, @Nullable Quota quota) {

    /** An authority beside the roles. */
    static final String PAYLOADS = "PAYLOADS";

    /** A scope that does not hold would be worse than none. */
    boolean isConsistent() {
        return !scope.isRestricted() || !roles.contains(SecuritySettings.Role.ADMIN);
    }

    /** Other restrictions do not matter here: whoever is kept to no groups reads and cancels those of all customers. */
    boolean isSubmitterOfAllGroups() {
        return roles.contains(SecuritySettings.Role.SUBMITTER) && !roles.contains(SecuritySettings.Role.ADMIN)
                && !scope.hasGroups();
    }

    List<GrantedAuthority> authorities() {
        return Stream.<Stream<GrantedAuthority>>of(
                roles.stream().map(role -> new SimpleGrantedAuthority("ROLE_" + role.name())),
                scope.isRestricted() ? Stream.of(new Scoped(scope)) : Stream.empty(),
                quota != null ? Stream.of(new Metered(quota)) : Stream.empty(),
                payloads ? Stream.of(new SimpleGrantedAuthority(PAYLOADS)) : Stream.empty())
                .flatMap(each -> each)
                .toList();
    }
}
