package io.bulkaction.internal.web.access;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.web.PathIds;
import io.bulkaction.internal.web.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Keeps callers in their scope before a controller is called. What a call is about is what the controller takes as queue, group
 * and tenant; anything else that a caller adds means nothing. A call that does not say so, or says it only in its body, is
 * refused to everybody with a scope that it could leave.
 */
@Component
final class ScopeInterceptor implements HandlerInterceptor, WebMvcConfigurer {

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
        String queue = argument(request, method, QueueName.class);
        if (queue == null) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
        QueueName of = new QueueName(queue);
        scope.require(of);
        String group = argument(request, method, GroupId.class);
        String tenant = argument(request, method, TenantId.class);
        if (group != null) {
            callers.require(new GroupId(group), of);
        }
        if (tenant != null) {
            scope.require(new TenantId(tenant), of);
        }
        if (group == null && tenant == null && scope.hasGroups()) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
    }

    /** What the controller gets as its argument of this type; null if it takes none, or the caller has left it out. */
    private static @Nullable String argument(HttpServletRequest request, HandlerMethod method, Class<?> type) {
        return Stream.of(method.getMethodParameters())
                .filter(each -> each.getParameterType() == type)
                .findFirst()
                .map(each -> text(request, each))
                .map(PathIds::plain)
                .orElse(null);
    }

    private static @Nullable String text(HttpServletRequest request, MethodParameter parameter) {
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        if (query != null) {
            String otherwise = query.defaultValue();
            return one(request, name(query.name(), parameter),
                    otherwise.equals(ValueConstants.DEFAULT_NONE) ? null : otherwise);
        }
        PathVariable part = parameter.getParameterAnnotation(PathVariable.class);
        if (part != null) {
            Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
            return variables instanceof Map<?, ?> map
                    ? Objects.toString(map.get(name(part.name(), parameter)), null)
                    : null;
        }
        // why: nobody could say what the controller gets
        throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
    }

    private static String name(String given, MethodParameter parameter) {
        return given.isEmpty() ? parameter.getParameter().getName() : given;
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
