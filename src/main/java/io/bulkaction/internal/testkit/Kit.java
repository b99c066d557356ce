package io.bulkaction.internal.testkit;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.recur.SteppedTicker;
import io.bulkaction.internal.submit.JobStore;
import io.bulkaction.test.BulkActionClock;
import io.bulkaction.test.BulkActionProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What both forms of the test kit have in common: the probe and the clock are two sides of one thing. */
abstract class Kit implements BulkActionProbe, BulkActionClock, Playback.Work {

    private static final String DEFAULT = "default";
    private static final int MAX_ROUNDS = 10_000;

    private final MovableTime time;
    private final Playback playback;
    private final JobStore store;
    private final JsonMapper json;
    private final @Nullable SteppedTicker ticker;

    /** @param ticker null where nothing recurs */
    Kit(MovableTime time, JobStore store, JsonMapper json, @Nullable SteppedTicker ticker) {
        this.ticker = ticker;
        this.time = time;
        this.playback = new Playback(time, this);
        this.store = store;
        this.json = json;
    }

    /** Of all runs of a group, in the order in which they were submitted. */
    protected abstract List<JobView> jobs(QueueName queue, GroupId group);

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public void advance(Duration by) {
        playback.advance(by);
    }

    @Override
    public int runDue() {
        int all = 0;
        int done;
        int rounds = 0;
        do {
            if (++rounds > MAX_ROUNDS) {
                throw new IllegalStateException(
                        "there is no end to it: after " + all + " attempts at one moment somebody"
                                + " still submits, or listens and submits");
            }
            if (ticker != null) {
                ticker.runDue();
            }
            int attempts = runJobs();
            done = attempts + announce();
            all += attempts;
        } while (done > 0); // whoever listens may submit
        return all;
    }

    @Override
    public Optional<Instant> nextTick() {
        return ticker == null ? Optional.empty() : ticker.nextDue();
    }

    @Override
    public void clear() {
        if (ticker != null) {
            ticker.clear();
        }
    }

    /** Runs what is due. @return how many attempts that were */
    protected abstract int runJobs();

    /** Publishes what the application may listen for. @return how much there was */
    protected abstract int announce();

    @Override
    public int runAll() {
        return playback.runAll();
    }

    @Override
    public <T> List<T> submitted(String group, Class<T> payload) {
        return submitted(group).stream().map(job -> json.readValue(job.payload(), payload)).toList();
    }

    @Override
    public List<JobView> failures(String queue, String group) {
        return jobs(new QueueName(queue), new GroupId(group)).stream()
                .filter(job -> job.status() == JobStatus.FAILED)
                .toList();
    }

    @Override
    public GroupResult result(String queue, String group) {
        return store.result(new QueueName(queue), new GroupId(group)).orElseThrow(() -> new IllegalStateException(
                "no run of group " + group + " has ended; progress: "
                        + store.progress(new QueueName(queue), new GroupId(group))
                                .map(GroupProgress::toString).orElse("there is no such group")));
    }

    @Override
    public GroupProgress progress(String group) {
        return store.progress(new QueueName(DEFAULT), new GroupId(group))
                .orElseThrow(() -> new IllegalStateException("there is no group " + group));
    }
}
