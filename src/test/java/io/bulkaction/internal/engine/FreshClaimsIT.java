package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.JsonLimit;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

/** A pool is given jobs by hand, as if they had been claimed any time ago. */
class FreshClaimsIT {

    private static final Duration TOO_LONG = Duration.ofSeconds(1);

    private final TestQueue test = TestQueue.live();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final QueueMetrics metrics = new BulkActionMetrics(registry).queue(test.queue().name());
    private final Leases leases = new Leases();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final Acknowledger acknowledger =
            new Acknowledger(test.queue(), leases, metrics, () -> {}, (_, _) -> {});
    private final Returner returner = new Returner(test.queue(), leases, () -> {});
    private final WorkerPool pool = new WorkerPool(test.queue(), runner(), leases, returner, metrics,
            type -> Duration.ofMinutes(10), new KnownTypes(processors(), test.queue().foreign(), TypeLimits.NONE));

    @BeforeEach
    void start() {
        acknowledger.start();
        returner.loop().start();
    }

    @AfterEach
    void stop() {
        pool.close();
        returner.stop(Deadline.in(Duration.ofSeconds(10)));
        acknowledger.stop(Deadline.in(Duration.ofSeconds(10)));
        pool.timekeeper().loop().stop(Deadline.in(Duration.ofSeconds(10)));
    }

    @Test
    void aFreshClaimStarts() {
        pool.open(2);
        pool.accept(claim(Duration.ZERO, "a1"));
        await().until(() -> started.contains("a1"));
        await().until(() -> leases.size() == 0);
        assertThat(pool.hasGivenBack()).isFalse();
    }

    @Test
    void claimsThatRedisMadeTooLongAgoAreGivenBackInOrderInsteadOfStarted() {
        pool.open(2);
        pool.accept(claim(TOO_LONG, "a1", "a2", "a3", "a4"));

        await().until(() -> test.partition().inFlight().size() == 0);

        assertThat(test.ready()).containsExactly("a1", "a2", "a3", "a4");
        assertThat(started).isEmpty();
        assertThat(leases.size()).isZero();
        assertThat(pool.hasGivenBack()).as("so that nothing is claimed ahead").isTrue();
        assertThat(pool.statuses()).allSatisfy(worker -> {
            assertThat(worker.state()).isEqualTo(WorkerState.IDLE);
            assertThat(worker.jobsDone()).isZero();
        });
        assertThat(registry.find("bulk.action.wait").timers()).allMatch(timer -> timer.count() == 0);
        assertThat(test.job("a1")).doesNotContainKeys("attempts", "startedAt");
        assertThat(test.claimOne().job().attempt()).as("it has never been tried").isEqualTo(1);
        Accounting.prove(test);
    }

    @Test
    void whatNoWorkerTakesSoonIsGivenBack() {
        pool.open(0);
        pool.accept(claim(Duration.ZERO, "a1", "a2", "a3"));
        await().until(() -> test.partition().inFlight().size() == 0);
        assertThat(test.ready()).containsExactly("a1", "a2", "a3");
        assertThat(started).isEmpty();
        Accounting.prove(test);
    }

    private List<ClaimedJob> claim(Duration ago, String... ids) {
        test.enqueue("a", ids);
        test.fetch(ids.length);
        return test.partition().ready().claim(ids.length).jobs().stream()
                .map(job -> new ClaimedJob(
                        job.job(), job.trace(), job.claim(), job.waited(),
                        new ClaimedJob.StartTime(System.nanoTime() - ago.toNanos(), job.start().paidFor()),
                        job.index()))
                .toList();
    }

    private ProcessorRegistry processors() {
        JobProcessor processor = new JobProcessor() {
            @Override
            public String type() {
                return "TEST";
            }

            @Override
            public JobResult process(io.bulkaction.Job job) {
                started.add(job.id().value());
                return JobResult.success();
            }
        };
        return new ProcessorRegistry(List.of(processor));
    }

    private JobRunner runner() {
        return new JobRunner(
                processors(),
                new RetryPolicies(test.queue().settings().retry(), new ProcessorOverrides(new MockEnvironment())),
                new ResultWriter(String::valueOf, new JsonLimit(1_000, "the test"), new JsonLimit(1_000, "the test"),
                        type -> false),
                acknowledger, metrics, new JobObservation(ObservationRegistry.NOOP), PayloadCodecs.NONE);
    }
}
