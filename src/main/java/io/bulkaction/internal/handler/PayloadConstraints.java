package io.bulkaction.internal.handler;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.validator.HibernateValidatorContext;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Checks a payload by what is declared of the parameter that takes it: {@code @Valid}, also inside of lists and maps, and
 * constraints of its own.
 */
final class PayloadConstraints {

    private static final Pattern METHOD_AND_PARAMETER = Pattern.compile("^[^.\\[]+\\.[^.\\[<]+\\.?");
    private static final Pattern ELEMENT = Pattern.compile("\\.?<[^>]*>");

    private final Supplier<Validator> validator;

    PayloadConstraints(Supplier<Validator> validator) {
        this.validator = SingletonSupplier.of(() -> tolerant(validator.get()));
    }

    /** A method behind an interface may constrain what the interface does not: it is called for jobs only. */
    private static Validator tolerant(Validator given) {
        return given instanceof ValidatorFactory factory
                && factory.usingContext() instanceof HibernateValidatorContext context
                        ? context.allowOverridingMethodAlterParameterConstraint(true).getValidator()
                        : given;
    }

    /** @return which fields break which rules; empty if none does */
    String broken(Object bean, Method method, @Nullable Object[] arguments) {
        Object target = bean;
        while (target != null && AopUtils.isJdkDynamicProxy(target)) { // its class does not have the method
            target = AopProxyUtils.getSingletonTarget(target);
        }
        if (target == null) {
            return "";
        }
        Set<ConstraintViolation<Object>> broken =
                validator.get().forExecutables().validateParameters(target, method, arguments);
        return broken.stream().map(PayloadConstraints::text).sorted().collect(Collectors.joining(", "));
    }

    private static String text(ConstraintViolation<?> broken) {
        String path = METHOD_AND_PARAMETER.matcher(broken.getPropertyPath().toString()).replaceFirst("");
        String field = ELEMENT.matcher(path).replaceAll("");
        return (field.isEmpty() ? "the payload" : "field '" + field + "'") + " " + broken.getMessage();
    }
}
