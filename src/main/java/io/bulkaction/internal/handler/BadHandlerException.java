package io.bulkaction.internal.handler;

import java.lang.reflect.Method;

/** A method has {@link io.bulkaction.JobHandler} and cannot be one. Stops the start. */
public final class BadHandlerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    BadHandlerException(Method method, String rule) {
        super("@JobHandler on " + name(method) + ": " + rule);
    }

    static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
