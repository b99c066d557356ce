package io.bulkaction.internal.submit;

import io.bulkaction.QueueName;
import org.jspecify.annotations.Nullable;

/** Is told about submits, and may give their jobs something to carry for tracing. */
public interface SubmitObserver {

    /** Ignores everything. */
    SubmitObserver NONE = (queue, jobs) -> {};

    /** Jobs were accepted by Redis. */
    void accepted(QueueName queue, long jobs);

    /** Redis has jobs of a submit, but too few of its replicas have confirmed them. */
    default void notReplicated(QueueName queue) {}

    /** A submit begins. @return what its jobs are to carry; null when nobody traces */
    default @Nullable String trace(QueueName queue) {
        return null;
    }
}
