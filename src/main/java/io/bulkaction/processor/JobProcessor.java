package io.bulkaction.processor;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;

/**
 * The code that does one type of job. Any Spring bean of this type is registered under its {@link #type()}.
 *
 * <p>Jobs run at least once: a crash can run a job again, so effects should be idempotent by {@link Job#id()}. A
 * thrown exception is classified by the retry policy of the queue. At its timeout the thread is interrupted.
 */
public interface JobProcessor {

    /** The {@code processorType} of the jobs it does; at most one processor per type. */
    String type();

    JobResult process(Job job) throws Exception;
}
