package io.bulkaction.internal.handler;

import io.bulkaction.Job;
import io.bulkaction.JobHandler;
import io.bulkaction.JobResult;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;

/**
 * The signature of a handler.
 *
 * @param payload what the payload is read into; null if the method does not want it
 */
record HandlerMethod(Method method, JobHandler annotation, @Nullable Type payload) {

    /** @param bean class of the bean, which may say what a type variable of the method's class stands for */
    static HandlerMethod of(Class<?> bean, Method method, JobHandler annotation) {
        if (method.getReturnType() != void.class && method.getReturnType() != JobResult.class) {
            throw new BadHandlerException(method, "it must return void or JobResult, not "
                    + method.getReturnType().getSimpleName());
        }
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
            throw new BadHandlerException(method, "it must be neither private nor static");
        }
        long jobs = parameters(method).filter(parameter -> parameter.getType() == Job.class).count();
        if (jobs > 1 || method.getParameterCount() - jobs > 1) {
            throw new BadHandlerException(method, "its parameters must be the payload, the Job, or both");
        }
        Optional<Parameter> payload =
                parameters(method).filter(parameter -> parameter.getType() != Job.class).findFirst();
        Type type = payload.map(Parameter::getParameterizedType)
                .map(declared -> GenericTypeResolver.resolveType(declared, bean)).orElse(null);
        if (isOpen(type)) {
            throw new BadHandlerException(method, "nothing says what its payload is, because " + bean.getName()
                    + " leaves the type variable " + type.getTypeName() + " open");
        }
        return new HandlerMethod(method, annotation, type);
    }

    private static boolean isOpen(@Nullable Type type) {
        return switch (type) {
            case TypeVariable<?> variable -> true;
            case ParameterizedType generic ->
                Stream.of(generic.getActualTypeArguments()).anyMatch(HandlerMethod::isOpen);
            case GenericArrayType array -> isOpen(array.getGenericComponentType());
            case null, default -> false;
        };
    }

    /** @param payload null only if the method does not want it */
    @Nullable
    Object[] arguments(Job job, @Nullable Object payload) {
        return parameters(method).map(parameter -> parameter.getType() == Job.class ? job : payload).toArray();
    }

    private static Stream<Parameter> parameters(Method method) {
        return Stream.of(method.getParameters());
    }
}
