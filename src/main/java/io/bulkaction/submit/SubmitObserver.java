package io.bulkaction.submit;

import io.bulkaction.job.QueueName;
import org.jspecify.annotations.Nullable;

/** What the outside wants to know about submits, and what it gives along. */
public interface SubmitObserver {

    /** Nobody looks. */
    SubmitObserver NONE = (queue, jobs) -> {};

    void accepted(QueueName queue, long jobs);

    /** The trace that a submit belongs to, in a form that its jobs can carry; null outside a trace. */
    default @Nullable String trace() {
        return null;
    }
}
