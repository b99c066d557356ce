package io.bulkaction.internal.operate.recur;

import io.bulkaction.JobRequest;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import io.bulkaction.spi.JobSource;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the jobs of a tick: always the same, from a bean, or from a URL. */
public final class JobSources implements AutoCloseable {

    private final Map<String, JobSource> beans = new HashMap<>();
    private final HttpJobs http;

    public JobSources(Collection<JobSource> beans, HttpJobs http) {
        for (JobSource bean : beans) {
            if (this.beans.put(bean.name(), bean) != null) {
                throw new IllegalStateException("two JobSource beans are named '" + bean.name() + "'");
            }
        }
        this.http = http;
    }

    Set<String> names() {
        return beans.keySet();
    }

    HttpJobs http() {
        return http;
    }

    /** Whether this instance can find the jobs. */
    boolean has(RecurringAction action) {
        return action.source() == null || beans.containsKey(action.source());
    }

    Stream<JobRequest> of(RecurringAction action, Tick tick) throws Exception {
        String source = action.source();
        if (source != null) {
            return beans.get(source).jobs(new JobSource.Tick(
                    action.name(), Instant.ofEpochMilli(tick.at()), ZoneId.of(action.zone()), tick.manual()));
        }
        String url = action.url();
        return url != null ? http.from(url) : fixed(action.jobs());
    }

    private static Stream<JobRequest> fixed(List<FixedJob> jobs) {
        return jobs.stream().map(job -> JobRequest.json(job.id(), job.payload()));
    }

    @Override
    public void close() {
        http.close();
    }
}
