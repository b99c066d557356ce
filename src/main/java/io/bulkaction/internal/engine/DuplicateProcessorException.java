package io.bulkaction.internal.engine;

import io.bulkaction.JobProcessor;

/** Two processors claim one type, so it would be chance which of them does a job. */
public final class DuplicateProcessorException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DuplicateProcessorException(String type, JobProcessor one, JobProcessor other) {
        super("Two processors of type '" + type + "': " + one.getClass().getName() + " and "
                + other.getClass().getName()
                + ". At most one processor per type is allowed: remove one or change its type()");
    }
}
