package io.bulkaction.internal.testkit;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.engine.SteppedEngine;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.Layout;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.submit.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The test kit over the scripts of production, on a clock that stands still until a test moves it. */
public final class RedisKit extends Kit {

    private final Queues queues;
    private final List<SteppedEngine> engines;
    private final @Nullable Watchers watchers;

    /** @param engine null, as are the watchers, where the application only submits */
    public RedisKit(
            MovableTime time, JobStore store, Queues queues, @Nullable Engine engine, @Nullable Watchers watchers,
            JsonMapper json) {
        super(time, store, json);
        this.queues = queues;
        this.engines = engine == null ? List.of() : engine.all().stream().map(QueueEngine::stepped).toList();
        this.watchers = watchers;
    }

    /** Until nothing moves: a job may submit to another queue, and so may whoever listens for the end of a run. */
    @Override
    public int runDue() {
        int all = 0;
        int attempts;
        do {
            attempts = engines.stream().mapToInt(SteppedEngine::runDue).sum();
            if (watchers != null) {
                watchers.step();
            }
            all += attempts;
        } while (attempts > 0);
        return all;
    }

    @Override
    public Optional<Instant> nextDue() {
        return engines.stream()
                .flatMap(engine -> engine.nextDue().stream())
                .min(Duration::compareTo)
                .map(now()::plus);
    }

    @Override
    public List<Job> submitted(String queue, String group) {
        QueueName name = new QueueName(queue);
        return jobs(name, new GroupId(group)).stream()
                .map(job -> new Job(
                        job.id(), job.groupId(), name, job.processorType(),
                        Objects.requireNonNullElse(job.payload(), "null"), Math.max(1, job.attempts()),
                        job.retryCount(), job.createdAt(), job.metadata()))
                .toList();
    }

    @Override
    protected List<JobView> jobs(QueueName queue, GroupId group) {
        return new GroupJobs(queues.get(queue)).of(group);
    }

    @Override
    public List<Job> crash(String queue, int limit) {
        QueueName name = new QueueName(queue);
        queues.get(name);
        return engines.stream()
                .filter(engine -> engine.queue().name().equals(name))
                .flatMap(engine -> engine.claimAndDie(limit).stream())
                .map(ClaimedJob::job)
                .toList();
    }

    @Override
    public void clear() {
        queues.all().forEach(queue -> {
            new GroupJobs(queue).clear();
            Layout.verify(queue.home().redis());
        });
    }
}
