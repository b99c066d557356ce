package io.bulkaction.internal.testkit;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.engine.SteppedEngine;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.recur.SteppedTicker;
import io.bulkaction.internal.operate.sending.WindowKeeper;
import io.bulkaction.internal.redis.Layout;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.submit.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The test kit over the scripts of production, on a clock that stands still until a test moves it. */
public final class RedisKit extends Kit {

    private final Queues queues;
    private final List<SteppedEngine> engines;
    private final @Nullable Watchers watchers;
    private final IntSupplier events;
    private final WindowKeeper windows;

    /**
     * @param engine null, as are watchers and ticker, where the application only submits
     * @param events publishes what the application may listen for beside the ends of runs; returns how much that was
     */
    public RedisKit(
            MovableTime time, JobStore store, Queues queues, @Nullable Engine engine, @Nullable Watchers watchers,
            @Nullable SteppedTicker ticker, IntSupplier events, WindowKeeper windows, JsonMapper json) {
        super(time, store, json, ticker);
        this.events = events;
        this.queues = queues;
        this.engines = engine == null ? List.of() : engine.all().stream().map(QueueEngine::stepped).toList();
        this.watchers = watchers;
        this.windows = windows;
    }

    @Override
    protected int runJobs() {
        windows.sweep();
        return engines.stream().mapToInt(SteppedEngine::runDue).sum();
    }

    @Override
    protected int announce() {
        int published = events.getAsInt(); // why first: of a failure an application hears before it hears of the end of its run
        if (watchers != null) {
            watchers.step();
        }
        return published;
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
        super.clear();
        queues.all().forEach(queue -> {
            new GroupJobs(queue).clear();
            queue.ledgers().forEach(Ledger::clear);
            Layout.verify(queue.home().redis());
        });
    }
}
