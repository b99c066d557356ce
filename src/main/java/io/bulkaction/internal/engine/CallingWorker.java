package io.bulkaction.internal.engine;

import io.bulkaction.internal.engine.retry.AttemptOutcome;
import io.bulkaction.internal.flow.ClaimedJob;

/**
 * Runs jobs on the thread that calls it, with the processors and the retry rules of an engine: for tests. Nobody watches
 * the timeout of a job; if one hangs, so does its test.
 */
public final class CallingWorker {

    private final JobRunner runner;

    public CallingWorker(EngineParts parts, Outcomes outcomes) {
        this.runner = JobRunner.of(parts, outcomes);
    }

    public void run(ClaimedJob job) {
        long start = System.nanoTime();
        AttemptOutcome outcome = runner.run(job);
        runner.acknowledge(job, outcome, System.nanoTime() - start);
    }
}
