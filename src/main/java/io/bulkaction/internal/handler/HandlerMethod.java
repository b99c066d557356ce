package io.bulkaction.internal.handler;

import io.bulkaction.Job;
import io.bulkaction.JobHandler;
import io.bulkaction.JobResult;
import jakarta.validation.Valid;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a handler.
 *
 * @param payload what the payload is read into; null if the method does not want it
 * @param validated whether the payload is checked by its constraints
 */
record HandlerMethod(Method method, JobHandler annotation, @Nullable Type payload, boolean validated) {

    static HandlerMethod of(Method method, JobHandler annotation) {
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
        return new HandlerMethod(
                method, annotation, payload.map(Parameter::getParameterizedType).orElse(null),
                payload.filter(parameter -> parameter.isAnnotationPresent(Valid.class)).isPresent());
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
