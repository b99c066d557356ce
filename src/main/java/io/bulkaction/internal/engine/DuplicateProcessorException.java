package io.bulkaction.internal.engine;

import io.bulkaction.JobProcessor;

/** Two processors claim one type, so it would be chance which of them does a job. */
public final class DuplicateProcessorException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** A class, or what it says of itself: many processors may be methods, and of one class. */
    private static String name(JobProcessor processor) {
        String text = processor.toString();
        return text.startsWith("@") ? text : processor.getClass().getName();
    }

    DuplicateProcessorException(String type, JobProcessor one, JobProcessor other) {
        super("Two processors of type '" + type + "': " + name(one) + " and "
                + name(other)
                + ". At most one processor per type is allowed: remove one or change its type()");
    }
}
