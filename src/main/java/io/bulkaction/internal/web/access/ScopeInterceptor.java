package io.bulkaction.internal.web.access;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.web.PathIds;
import io.bulkaction.internal.web.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Keeps callers in their scope before a controller is called. What the path does not place inside a scope is refused to
 * everybody who has one, so a new call is closed until it says what it is about.
 */
@Component
final class ScopeInterceptor implements HandlerInterceptor, WebMvcConfigurer {

    private static final String QUEUE = "queue";
    private static final String GROUP = "groupId";
    private static final String TENANT = "tenant";
    private static final String DEFAULT_QUEUE = "default";

    private final Callers callers;

    ScopeInterceptor(Callers callers) {
        this.callers = callers;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**", "/admin/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Scope scope = callers.scope();
        if (scope.isRestricted() && handler instanceof HandlerMethod method
                && !method.hasMethodAnnotation(ChecksScope.class)) {
            check(scope, request, method);
        }
        return true;
    }

    private void check(Scope scope, HttpServletRequest request, HandlerMethod method) {
        if (!isAboutAQueue(method)) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
        QueueName queue = new QueueName(PathIds.plain(one(request, QUEUE, DEFAULT_QUEUE)));
        scope.require(queue);
        String group = named(request, GROUP);
        String tenant = named(request, TENANT);
        if (group != null) {
            callers.require(new GroupId(group), queue);
        } else if (tenant != null) {
            scope.require(new TenantId(tenant), queue);
        } else if (scope.hasGroups()) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
    }

    private static boolean isAboutAQueue(HandlerMethod method) {
        return Stream.of(method.getMethodParameters()).anyMatch(each -> each.getParameterType() == QueueName.class);
    }

    /** In the path, or else as a parameter. */
    private static @Nullable String named(HttpServletRequest request, String name) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        Object value = variables instanceof Map<?, ?> map ? map.get(name) : null;
        String text = value == null ? one(request, name, null) : value.toString();
        return text == null ? null : PathIds.plain(text);
    }

    /** A parameter that is given twice could mean one thing here and another to the controller. */
    private static @Nullable String one(HttpServletRequest request, String name, @Nullable String otherwise) {
        String[] values = request.getParameterValues(name);
        if (values != null && values.length > 1) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
        return values == null ? otherwise : values[0];
    }
}
