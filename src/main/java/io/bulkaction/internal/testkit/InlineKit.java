package io.bulkaction.internal.testkit;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.CallingWorker;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.operate.recur.SteppedTicker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The test kit over jobs in memory. */
public final class InlineKit extends Kit {

    private static final int MAX_ATTEMPTS = 1_000_000;

    private final InlineStore store;
    private final Function<QueueName, Optional<CallingWorker>> workers;
    private final Consumer<Object> listeners;

    /** @param workers none where the application only submits */
    public InlineKit(
            MovableTime time, InlineStore store, Function<QueueName, Optional<CallingWorker>> workers,
            Consumer<Object> listeners, JsonMapper json, @Nullable SteppedTicker ticker) {
        super(time, store, json, ticker);
        this.store = store;
        this.workers = workers;
        this.listeners = listeners;
    }

    @Override
    protected int runJobs() {
        int attempts = 0;
        announce(); // of what was cancelled since
        for (Optional<ClaimedJob> next = startNext(); next.isPresent(); next = startNext()) {
            ClaimedJob job = next.get();
            workers.apply(job.job().queue()).orElseThrow().run(job);
            announce();
            if (++attempts == MAX_ATTEMPTS) {
                throw new IllegalStateException("there is no end to it: " + attempts + " attempts at one moment");
            }
        }
        return attempts;
    }

    @Override
    public Optional<Instant> nextDue() {
        return hasWorkers() ? store.nextDue() : Optional.empty();
    }

    @Override
    public List<Job> submitted(String queue, String group) {
        return store.submitted(new QueueName(queue), new GroupId(group));
    }

    @Override
    protected List<JobView> jobs(QueueName queue, GroupId group) {
        return store.jobs(queue, group);
    }

    @Override
    public List<Job> crash(String queue, int limit) {
        throw new UnsupportedOperationException("jobs in memory have no leases: use the mode REDIS");
    }

    @Override
    public void clear() {
        super.clear();
        store.clear();
    }

    private Optional<ClaimedJob> startNext() {
        return hasWorkers() ? store.startNext() : Optional.empty();
    }

    private boolean hasWorkers() {
        return workers.apply(new QueueName("default")).isPresent();
    }

    @Override
    protected int announce() {
        List<Object> events = store.takeEvents();
        events.forEach(listeners);
        return events.size();
    }
}
