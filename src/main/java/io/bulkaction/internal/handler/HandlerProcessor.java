package io.bulkaction.internal.handler;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.settings.ProcessorSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.json.JsonMapper;

/** Calls a method for each attempt. */
public final class HandlerProcessor implements JobProcessor {

    private final HandlerMethod handler;
    private final ProcessorSettings settings;
    private final Supplier<Object> bean;
    private final BooleanSupplier hasBean;
    private final PayloadConstraints constraints;
    private final @Nullable PayloadReader<Object> reader;
    private volatile @Nullable Method callable;

    /** @param hasBean whether there is the one that will be called, without making it */
    HandlerProcessor(
            HandlerMethod handler, ProcessorSettings settings, Supplier<Object> bean, BooleanSupplier hasBean,
            JsonMapper json, PayloadConstraints constraints) {
        this.hasBean = hasBean;
        this.handler = handler;
        this.settings = settings;
        this.bean = bean;
        this.constraints = constraints;
        this.reader = handler.payload() == null ? null
                : PayloadReader.using(json.readerFor(json.constructType(handler.payload())));
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
            method(bean.get());
        }
    }

    @Override
    public JobResult process(Job job) throws Exception {
        Object target = bean.get();
        return reader == null ? call(target, handler.arguments(job, null))
                : reader.with(job, payload -> checked(target, handler.arguments(job, payload)));
    }

    private JobResult checked(Object target, @Nullable Object[] arguments) throws Exception {
        String broken = constraints.broken(target, handler.method(), arguments);
        return broken.isEmpty() ? call(target, arguments) : PayloadReader.bad(broken);
    }

    private JobResult call(Object target, @Nullable Object[] arguments) throws Exception {
        try {
            Object result = method(target).invoke(target, arguments);
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
            known = invocable(handler.method(), target);
            known.setAccessible(true);
            callable = known;
        }
        return known;
    }

    private static Method invocable(Method method, Object target) {
        if (AopUtils.isCglibProxy(target) && Modifier.isFinal(method.getModifiers())) {
            throw new BadHandlerException(method,
                    "it must not be final, because its bean is a proxy, which would run it"
                            + " without the fields of the bean");
        }
        try {
            return AopUtils.selectInvocableMethod(method, target.getClass());
        } catch (IllegalStateException notThere) {
            throw new BadHandlerException(method,
                    "its bean is a proxy of its interfaces, and none of them has the"
                            + " method: add it to one, or let Spring proxy the class (proxyTargetClass)");
        }
    }

    @Override
    public String toString() {
        return "@JobHandler " + BadHandlerException.name(handler.method());
    }
}
