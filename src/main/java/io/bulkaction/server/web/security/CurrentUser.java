package io.bulkaction.server.web.security;

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

    static boolean isAdministrator() {
        return isAdministrator(SecurityContextHolder.getContext().getAuthentication());
    }

    static boolean isAdministrator(@Nullable Authentication who) {
        return who != null && who.getAuthorities().stream()
                .anyMatch(each -> ("ROLE_" + SecuritySettings.Role.ADMIN).equals(each.getAuthority()));
    }

    static boolean isUnknown() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || who instanceof AnonymousAuthenticationToken;
    }
}
