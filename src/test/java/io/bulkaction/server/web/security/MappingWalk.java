package io.bulkaction.server.web.security;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** Every call that any controller or actuator endpoint of a context answers. */
public final class MappingWalk {

    /** @param pattern as mapped; {@code path} is one address that matches it */
    public record Call(HttpMethod method, String pattern, String path) {}

    private MappingWalk() {}

    public static List<Call> of(ApplicationContext context) {
        return context.getBeansOfType(RequestMappingInfoHandlerMapping.class).values().stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(MappingWalk::calls)
                .sorted(Comparator.comparing(Call::path).thenComparing(call -> call.method().name()))
                .distinct()
                .toList();
    }

    private static Stream<Call> calls(RequestMappingInfo info) {
        Set<RequestMethod> named = info.getMethodsCondition().getMethods();
        Set<RequestMethod> methods = named.isEmpty() ? Set.of(RequestMethod.GET, RequestMethod.POST) : named;
        return info.getPatternValues().stream()
                .flatMap(pattern -> methods.stream()
                        .map(method -> new Call(method.asHttpMethod(), pattern, example(pattern))));
    }

    private static String example(String pattern) {
        return pattern.replaceAll("\\{\\*?[^}]+}", "x").replace("**", "x");
    }
}
