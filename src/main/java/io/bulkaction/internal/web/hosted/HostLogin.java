package io.bulkaction.internal.web.hosted;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Who calls, as the application knows it. */
interface HostLogin {

    /** What a page must send along with a change. */
    record Csrf(String header, String token) {}

    /** Without Spring Security; whoever reaches the path may do everything. */
    HostLogin NONE = new HostLogin() {

        @Override
        public @Nullable String name() {
            return null;
        }

        @Override
        public boolean hasAny(Collection<String> authorities) {
            return true;
        }

        @Override
        public boolean isKnown() {
            return true;
        }

        @Override
        public void refuse() {}

        @Override
        public Optional<Csrf> csrf(HttpServletRequest request) {
            return Optional.empty();
        }
    };

    static HostLogin find() {
        return isSpringSecurityThere() ? new SpringSecurityLogin() : NONE;
    }

    private static boolean isSpringSecurityThere() {
        return ClassUtils.isPresent(
                "org.springframework.security.core.context.SecurityContextHolder", HostLogin.class.getClassLoader());
    }

    /** Null for somebody who is not logged in. */
    @Nullable
    String name();

    boolean hasAny(Collection<String> authorities);

    /** Whether somebody is logged in. */
    boolean isKnown();

    /** Lets the application send a browser to its login, or show its own page; returns where it would not notice. */
    void refuse();

    Optional<Csrf> csrf(HttpServletRequest request);
}
