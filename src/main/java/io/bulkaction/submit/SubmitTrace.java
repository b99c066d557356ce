package io.bulkaction.submit;

import org.jspecify.annotations.Nullable;

/** The trace that a submit belongs to, in a form that its jobs can carry; null outside a trace. */
@FunctionalInterface
public interface SubmitTrace {

    SubmitTrace NONE = () -> null;

    @Nullable
    String current();
}
