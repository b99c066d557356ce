package io.bulkaction.submit;

import io.bulkaction.job.QueueName;
import org.jspecify.annotations.Nullable;

/** What the outside wants to know about submits, and what it gives along. */
public interface SubmitObserver {

    /** Nobody looks. */
    SubmitObserver NONE = (queue, jobs) -> {};

    void accepted(QueueName queue, long jobs);

    /** A submit begins. @return what its jobs are to carry for whoever traces them; null when nobody does */
    default @Nullable String trace(QueueName queue) {
        return null;
    }
}
