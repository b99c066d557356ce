package io.bulkaction.spi;

import io.bulkaction.Job;
import io.bulkaction.JobResult;

/**
 * Is called around every attempt of every job, whatever its processor. Any Spring bean of this type is used; those with a lower
 * {@code org.springframework.core.annotation.Order} are outside of those with a higher one.
 *
 * {@snippet class="com.example.demo.TenantOfJobs" region="interceptor" :
 * @Override
 * public JobResult around(Job job, Attempt attempt) throws Exception {
 *     TENANT.set(job.metadata().getOrDefault("tenant", "nobody"));
 *     try {
 *         return attempt.proceed();
 *     } finally {
 *         TENANT.remove();
 *     }
 * }
 * }
 *
 * <p>It runs on the thread of the processor, within the job's timeout, its observation and its logging context (MDC).
 */
@FunctionalInterface
public interface JobInterceptor {

    /** What is inside of an interceptor: the next one, and at last the processor. */
    @FunctionalInterface
    interface Attempt {

        /**
         * Runs it.
         *
         * @return what the processor returned
         * @throws Exception what the processor threw
         */
        JobResult proceed() throws Exception;
    }

    /**
     * Runs an attempt, and does what is to be done before and after.
     *
     * @param job the job
     * @param attempt to be run once; where it is not, the processor is not called
     * @return what is to count as the result of the attempt, usually that of {@code attempt}
     * @throws Exception counts as if the processor had thrown it
     */
    JobResult around(Job job, Attempt attempt) throws Exception;
}
