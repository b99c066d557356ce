package io.bulkaction.server.web.security;

import io.bulkaction.internal.operate.audit.AuditKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who sent the request that is being answered. */
final class CurrentUser {

    private static final String NOBODY = "anonymous";

    private CurrentUser() {}

    /** Name of the user or machine, as it stands in the audit trail. */
    static String name() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || isUnknown() ? NOBODY : who.getName();
    }

    /** In which trail of the audit it stands what they do. */
    static AuditKind auditKind() {
        if (has(SecuritySettings.Role.ADMIN)) {
            return AuditKind.ADMINISTRATOR;
        }
        return has(SecuritySettings.Role.OPERATOR) || has(SecuritySettings.Role.VIEWER)
                ? AuditKind.OPERATOR
                : AuditKind.SUBMITTER;
    }

    private static boolean has(SecuritySettings.Role role) {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who != null
                && who.getAuthorities().stream().anyMatch(each -> ("ROLE_" + role).equals(each.getAuthority()));
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
