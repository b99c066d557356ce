package io.bulkaction.server.web.security;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who sent the request that is being answered. */
final class CurrentUser {

    private static final String NOBODY = "anonymous";

    private static final Set<String> STAFF = Set.of("ROLE_ADMIN", "ROLE_OPERATOR", "ROLE_VIEWER");

    private CurrentUser() {}

    /** Name of the user or machine, as it stands in the audit trail. */
    static String name() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || isUnknown() ? NOBODY : who.getName();
    }

    /** Whether this is somebody who looks after queues: an administrator, an operator or a viewer. */
    static boolean isStaff() {
        return isStaff(SecurityContextHolder.getContext().getAuthentication());
    }

    static boolean isStaff(@Nullable Authentication who) {
        return who != null && who.getAuthorities().stream().anyMatch(each -> STAFF.contains(each.getAuthority()));
    }

    /** When the API token expires that somebody came in with; null if it never does, or it was something else. */
    static @Nullable Instant expiry(@Nullable Authentication who) {
        return who != null && who.getDetails() instanceof ApiTokens.Details details ? details.expiresAt() : null;
    }

    static boolean isUnknown() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || who instanceof AnonymousAuthenticationToken;
    }
}
