package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.InFlight.Failure;
import io.bulkaction.internal.flow.InFlight.Retry;
import io.bulkaction.internal.flow.InFlight.Success;

/** Where it is noted what became of a job. */
public interface Outcomes {

    void succeeded(Success success);

    /** It is tried again, or its group waits. */
    void failed(Retry retry);

    void failedForGood(Failure failure);
}
