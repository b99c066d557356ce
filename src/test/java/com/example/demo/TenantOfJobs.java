package com.example.demo;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.spi.JobInterceptor;
import org.springframework.stereotype.Component;

/** Whoever runs inside of a job knows its tenant. */
@Component
class TenantOfJobs implements JobInterceptor {

    private static final ThreadLocal<String> TENANT = ThreadLocal.withInitial(() -> "nobody");

    static String current() {
        return TENANT.get();
    }

    // @start region=interceptor :
    @Override
    public JobResult around(Job job, Attempt attempt) throws Exception {
        TENANT.set(job.metadata().getOrDefault("tenant", "nobody"));
        try {
            return attempt.proceed();
        } finally {
            TENANT.remove();
        }
    }
    // @end
}
