package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight.Failure;
import io.bulkaction.internal.flow.InFlight.Retry;
import io.bulkaction.internal.flow.InFlight.Success;
import java.util.Optional;

/** Where it is noted what a job says of itself and what became of it. */
public interface Outcomes {

    void succeeded(Success success);

    /** It is tried again, or its group waits. */
    void failed(Retry retry);

    /**
     * @param isDead called as soon as it is a dead letter; must not block. A job that was cancelled meanwhile is none, and is no
     *     failure
     */
    void failedForGood(Failure failure, Runnable isDead);

    /** @param progress attempt, percent and text, with a blank between them */
    void progress(ClaimedJob job, String progress);

    /** Returns when it is kept. */
    void checkpoint(ClaimedJob job, String json);

    Optional<String> checkpoint(ClaimedJob job);
}
