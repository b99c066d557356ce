package io.bulkaction.internal.handler;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.settings.ProcessorSettings;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Calls a method for each attempt. */
public final class HandlerProcessor implements JobProcessor {

    private final HandlerMethod handler;
    private final ProcessorSettings settings;
    private final Supplier<Object> bean;
    private final BooleanSupplier hasBean;
    private final Supplier<Validator> validator;
    private final @Nullable PayloadReader<Object> reader;
    private volatile @Nullable Method callable;

    /** @param hasBean whether there is the one that will be called, without making it */
    HandlerProcessor(
            HandlerMethod handler, ProcessorSettings settings, Supplier<Object> bean, BooleanSupplier hasBean,
            JsonMapper json, Supplier<Validator> validator) {
        this.hasBean = hasBean;
        this.handler = handler;
        this.settings = settings;
        this.bean = bean;
        this.validator = validator;
        this.reader = handler.payload() == null ? null
                : PayloadReader.using(json.readerFor(json.constructType(handler.payload()))
                        .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    @Override
    public String type() {
        return handler.annotation().value();
    }

    /** What its annotation says. */
    public ProcessorSettings settings() {
        return settings;
    }

    /**
     * Once all beans are made.
     *
     * @throws BadHandlerException if the bean is a proxy that does not have the method
     */
    public void check() {
        if (hasBean.getAsBoolean()) {
            try {
                method(bean.get());
            } catch (IllegalStateException notThere) {
                throw new BadHandlerException(handler.method(),
                        "its bean is a proxy of its interfaces, and none of them has the"
                                + " method: add it to one, or let Spring proxy the class (proxyTargetClass)");
            }
        }
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return reader == null ? call(job, null) : reader.with(job, payload -> checked(job, payload));
    }

    private JobResult checked(Job job, Object payload) throws Exception {
        if (handler.validated()) {
            Set<ConstraintViolation<Object>> broken = validator.get().validate(payload);
            if (!broken.isEmpty()) {
                return PayloadReader.bad(broken.stream()
                        .map(one -> "field '" + one.getPropertyPath() + "' " + one.getMessage())
                        .sorted()
                        .collect(Collectors.joining(", ")));
            }
        }
        return call(job, payload);
    }

    private JobResult call(Job job, @Nullable Object payload) throws Exception {
        Object target = bean.get();
        try {
            Object result = method(target).invoke(target, handler.arguments(job, payload));
            return handler.method().getReturnType() == void.class ? JobResult.success() : (JobResult) result;
        } catch (InvocationTargetException thrown) {
            ReflectionUtils.rethrowException(thrown.getTargetException());
            throw thrown; // never comes here
        }
    }

    /** Of the bean as it is: it may be a proxy. */
    private Method method(Object target) {
        Method known = callable;
        if (known == null) {
            known = AopUtils.selectInvocableMethod(handler.method(), target.getClass());
            known.setAccessible(true);
            callable = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "@JobHandler " + BadHandlerException.name(handler.method());
    }
}
