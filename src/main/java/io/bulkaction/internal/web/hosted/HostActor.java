package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.AuditKind;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Hands a controller the {@link Actor} of a request, for the audit trail. Who may operate is no submitter there. */
final class HostActor implements HandlerMethodArgumentResolver {

    private final PageSettings settings;
    private final HostLogin login;

    HostActor(PageSettings settings, HostLogin login) {
        this.settings = settings;
        this.login = login;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Actor.class;
    }

    @Override
    public Actor resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest http = Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
        String name = Objects.requireNonNullElseGet(login.name(), () -> nameOf(http.getUserPrincipal()));
        return new Actor(name, http.getRemoteAddr(), kind());
    }

    /** A container may know people without Spring Security. */
    private static String nameOf(@Nullable Principal user) {
        return user == null ? "anonymous" : user.getName();
    }

    /** Nobody administers logins there, so the trail of administrators stays empty. */
    private AuditKind kind() {
        return login.hasAny(settings.authorities().operate()) ? AuditKind.OPERATOR : AuditKind.SUBMITTER;
    }
}
