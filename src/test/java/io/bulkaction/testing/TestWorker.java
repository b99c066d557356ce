package io.bulkaction.testing;

import io.bulkaction.JobId;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Acknowledged;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.DeadLetters;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Does by hand what the engine and a person do, one call at a time. */
public final class TestWorker {

    private final Queue queue;

    public TestWorker(Queue queue) {
        this.queue = queue;
    }

    /** Moves what can be moved to Ready. */
    public void fetch() {
        queue.home().nonReady().dispatch(1_000);
        queue.home().fairQueue().fetch(1_000, 1_000);
    }

    public List<ClaimedJob> claim(int limit) {
        fetch();
        return queue.home().ready().claim(limit).jobs().stream().toList();
    }

    public Acknowledged complete(List<ClaimedJob> jobs) {
        return queue.home().inFlight().complete(
                jobs.stream().map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false)).toList());
    }

    /** @param json what the job returned, for the aggregator of its type */
    public Acknowledged complete(ClaimedJob job, Duration took, @Nullable String json) {
        return queue.home().inFlight().complete(List.of(new InFlight.Success(job, took, json, json != null)));
    }

    public Acknowledged retry(ClaimedJob job, Duration delay) {
        return queue.home().inFlight().retry(
                List.of(new InFlight.Retry(job, delay, WaitReason.RETRY, new JobError("E", "try again", ""))));
    }

    public Acknowledged fail(ClaimedJob job, String code) {
        return queue.home().inFlight().fail(
                List.of(new InFlight.Failure(job, new JobError(code, "failed for good", ""))));
    }

    /** Claims and completes until nothing is left; returns how many that were. */
    public int completeAll() {
        int done = 0;
        for (List<ClaimedJob> jobs = claim(1_000); !jobs.isEmpty(); jobs = claim(1_000)) {
            done += complete(jobs).applied();
        }
        return done;
    }

    public List<JobName> retryDead(String... ids) {
        return DeadLetters.of(queue).retry(deadLetters(ids));
    }

    public List<JobName> skip(String... ids) {
        return DeadLetters.of(queue).skip(deadLetters(ids), "tester", "dealt with");
    }

    private List<JobName> deadLetters(String... ids) {
        return DeadLetters.of(queue).withIds(Arrays.stream(ids).map(JobId::new).collect(Collectors.toSet()));
    }
}
