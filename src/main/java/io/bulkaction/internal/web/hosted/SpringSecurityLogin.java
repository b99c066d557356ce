package io.bulkaction.internal.web.hosted;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.csrf.CsrfToken;

/** Asks Spring Security, in whatever way the application has set it up. */
final class SpringSecurityLogin implements HostLogin {

    @Override
    public @Nullable String name() {
        Authentication who = who();
        return who == null || !isKnown() ? null : who.getName();
    }

    @Override
    public boolean hasAny(Collection<String> authorities) {
        Authentication who = who();
        return who != null && who.isAuthenticated()
                && who.getAuthorities().stream().anyMatch(each -> authorities.contains(each.getAuthority()));
    }

    @Override
    public boolean isKnown() {
        Authentication who = who();
        return who != null && who.isAuthenticated() && !(who instanceof AnonymousAuthenticationToken);
    }

    /** Where no chain looks at this path nobody is known, not even as anonymous, and no filter would answer. */
    @Override
    public void refuse() {
        if (who() != null) {
            throw new AccessDeniedException("needs another authority (bulk-action.web.authorities)");
        }
    }

    @Override
    public Optional<Csrf> csrf(HttpServletRequest request) {
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                ? Optional.of(new Csrf(token.getHeaderName(), token.getToken()))
                : Optional.empty();
    }

    private static @Nullable Authentication who() {
        return SecurityContextHolder.getContext().getAuthentication();
    }
}
