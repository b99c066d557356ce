package io.bulkaction.web.security;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who is asking. */
public final class CurrentUser {

    private static final String NOBODY = "anonymous";

    private CurrentUser() {}

    /** Name of the user or machine of this request, as it stands in the audit trail. */
    public static String name() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || isUnknown() ? NOBODY : who.getName();
    }

    static boolean isUnknown() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null || who instanceof AnonymousAuthenticationToken;
    }
}
