package io.bulkaction.internal.handler;

import io.bulkaction.JobHandler;
import io.bulkaction.internal.settings.ProcessorSettings;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the handlers among the beans by the classes of the beans alone: none is made for that, because most of them need what
 * needs this.
 */
public final class Handlers {

    private final ConfigurableListableBeanFactory beans;
    private final JsonMapper json;
    private final PayloadConstraints constraints;

    /** @param json the application's, which also writes what it submits */
    public Handlers(ConfigurableListableBeanFactory beans, JsonMapper json, Supplier<Validator> validator) {
        this.beans = beans;
        this.json = json;
        this.constraints = new PayloadConstraints(validator);
    }

    /** Is told of a method with the annotation. */
    @FunctionalInterface
    interface Found {

        void method(String bean, Class<?> type, Method method, JobHandler annotation);
    }

    /** @throws BadHandlerException for a method that cannot be one */
    public List<HandlerProcessor> find() {
        List<HandlerProcessor> found = new ArrayList<>();
        each(beans, (bean, type, method, annotation) -> found.add(
                processor(bean, HandlerMethod.of(type, method, annotation))));
        return found;
    }

    static void each(ConfigurableListableBeanFactory beans, Found found) {
        for (String name : beans.getBeanDefinitionNames()) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
                @Nullable
                Class<?> type = type(beans, name);
                if (type != null && AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
                    Class<?> own = ClassUtils.getUserClass(type);
                    methods(own).forEach((method, annotation) -> found.method(name, own, method, annotation));
                }
            }
        }
    }

    /** A bean that has been made already may be a proxy of its interfaces, whose class says nothing of the methods behind it. */
    private static @Nullable Class<?> type(ConfigurableListableBeanFactory beans, String name) {
        Class<?> type = beans.getType(name, false);
        return type != null && Proxy.isProxyClass(type) ? AutoProxyUtils.determineTargetClass(beans, name) : type;
    }

    private static Map<Method, JobHandler> methods(Class<?> type) {
        return MethodIntrospector.selectMethods(type,
                (MethodIntrospector.MetadataLookup<@Nullable JobHandler>) method -> AnnotatedElementUtils
                        .findMergedAnnotation(method, JobHandler.class));
    }

    private HandlerProcessor processor(String bean, HandlerMethod handler) {
        return new HandlerProcessor(
                handler, settings(handler.method(), handler.annotation()), () -> beans.getBean(bean),
                () -> beans.containsSingleton(bean) && !beans.isFactoryBean(bean), json, constraints);
    }

    private static ProcessorSettings settings(Method method, JobHandler says) {
        if (says.maxAttempts() < 0 || says.concurrency() < 0) {
            throw new BadHandlerException(method, "maxAttempts and concurrency must be 0 or more");
        }
        if (says.multiplier() != 0 && !(says.multiplier() >= 1)) {
            throw new BadHandlerException(method, "multiplier must be 1 or more, not " + says.multiplier());
        }
        List<String> permanent = Stream.of(says.permanent()).map(Class::getName).toList();
        return new ProcessorSettings(
                duration(method, "timeout", says.timeout()),
                says.concurrency() == 0 ? null : says.concurrency(),
                new ProcessorSettings.Retry(
                        says.maxAttempts() == 0 ? null : says.maxAttempts() - 1,
                        duration(method, "backoff", says.backoff()),
                        says.multiplier() == 0 ? null : says.multiplier(),
                        duration(method, "maxBackoff", says.maxBackoff()),
                        null, null,
                        permanent.isEmpty() ? null : permanent,
                        null));
    }

    private static @Nullable Duration duration(Method method, String name, String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            Duration duration = DurationStyle.detectAndParse(text);
            if (duration.toMillis() > 0) {
                return duration;
            }
        } catch (IllegalArgumentException unreadable) {
            throw new BadHandlerException(method, name + " must be a duration such as 30s, not '" + text + "'");
        }
        throw new BadHandlerException(method, name + " must be at least 1ms");
    }
}
