package io.bulkaction.testing;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Plays the engine by hand: moves the jobs of a queue on, batch by batch, until nothing moves any more. */
public final class JobDriver {

    private static final int BATCH = 500;

    private final TestQueue test;
    private final Queue queue;

    public JobDriver(TestQueue test) {
        this.test = test;
        this.queue = test.queue();
    }

    /** Claims the next jobs, as many as are due and admitted. */
    public List<ClaimedJob> claim(int limit) {
        queue.home().nonReady().dispatch(Math.min(limit, BATCH));
        queue.home().fairQueue().fetch(Math.min(limit, BATCH), limit);
        return queue.home().ready().claim(limit).jobs().stream().toList();
    }

    public void complete(List<ClaimedJob> jobs) {
        queue.home().inFlight()
                .complete(jobs.stream()
                        .map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false))
                        .toList());
    }

    public void fail(List<ClaimedJob> jobs, String code) {
        JobError error = new JobError(code, "it said " + code, "at io.example.Thing");
        queue.home().inFlight().fail(jobs.stream().map(job -> new InFlight.Failure(job, error)).toList());
    }

    public int completeAll() {
        return each(this::complete);
    }

    public int failAll(String code) {
        return each(jobs -> fail(jobs, code));
    }

    /** The time moves a window on with each batch, or the tokens of one would end it. */
    private int each(Consumer<List<ClaimedJob>> end) {
        int count = 0;
        for (List<ClaimedJob> jobs = claim(BATCH); !jobs.isEmpty(); jobs = claim(BATCH)) {
            end.accept(jobs);
            count += jobs.size();
            test.advance(1000);
        }
        return count;
    }

    /** Submits many jobs to one group, in batches as a submitter would; ids are {@code <group>-<n>}. */
    public void enqueueMany(String group, int count) {
        for (int from = 0; from < count; from += BATCH) {
            List<String> ids = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(from + BATCH, count); i++) {
                ids.add(group + "-" + i);
            }
            test.enqueue(TestQueue.batch(group, null, from + BATCH >= count, ids));
        }
    }
}
