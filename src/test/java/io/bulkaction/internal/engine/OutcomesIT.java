package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BadPayloadException;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.LogLines;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestEngine.Work;
import io.bulkaction.testing.TestQueue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.MDC;

/** However an attempt ends, its job ends in the right state with the right code. One engine for all. */
@Execution(ExecutionMode.SAME_THREAD)
class OutcomesIT {

    private static final Map<String, Work> WORK = new ConcurrentHashMap<>();
    private static final Queue<Observation.Context> SEEN = new ConcurrentLinkedQueue<>();

    private static TestQueue test;
    private static TestEngine engine;

    @BeforeAll
    static void start() {
        test = TestQueue.live(
                "worker-pool.worker-count", "2", "worker-pool.job-timeout", "2s", "retry.max-retries", "2",
                "retry.backoff", "1ms", "retry.jitter", "0", "reliability.unknown-processor-after", "1ms");
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new Listener());
        engine = TestEngine.start(
                test.queue(), job -> WORK.get(job.id().value()).process(job), observations, (_, workers) -> workers);
    }

    /** Whatever the tests did, the books are right in the end. */
    @AfterAll
    static void stop() {
        engine.close();
        Accounting.prove(test);
    }

    @Test
    void aJobThatSucceedsKeepsItsResult() {
        JobView job = run("success", _ -> JobResult.success(Map.of("sent", 1)));

        assertEnd(job, JobStatus.COMPLETED, 1, 0);
        assertThat(job.result()).isEqualTo("{\"sent\":1}");
        assertThat(job.error()).isNull();
    }

    @Test
    void aTypeThatNobodyProcessesForLongIsBuried() {
        test.enqueue(EnqueueBatch.of(new GroupId("unknown"), "NOBODY",
                List.of(new EnqueueBatch.Entry(new JobId("unknown"), "{}"))));

        assertFailed(end("unknown"), 1, "NO_PROCESSOR", "No live instance has a processor of type NOBODY");
    }

    @Test
    void aPayloadThatCannotBeReadIsBuriedAtOnce() {
        assertFailed(
                run("payload", _ -> {
                    throw new BadPayloadException("to is missing");
                }),
                1, "BAD_PAYLOAD", "to is missing");
    }

    @Test
    void anExceptionIsTriedAgainAndBuriedWithItsStackWhenRetriesAreUsedUp() {
        JobView job = run("exception", attempted -> {
            throw new IllegalStateException("number " + attempted.attempt());
        });

        assertFailed(job, 3, "IllegalStateException", "number 3");
        assertThat(job.error().stackTrace()).startsWith("java.lang.IllegalStateException: number 3")
                .contains("OutcomesIT");
        assertThat(job.history()).extracting(JobView.FailedAttempt::attempt).containsExactly(1, 2, 3);
        assertThat(job.history()).extracting(JobView.FailedAttempt::message)
                .containsExactly("number 1", "number 2", "number 3");
        assertThat(job.history()).extracting(JobView.FailedAttempt::code).containsOnly("IllegalStateException");
    }

    @Test
    void theErrorOfAJobCannotForgeALineOfTheLog() {
        try (LogLines log = LogLines.of(JobRunner.class)) {
            run("forger", _ -> JobResult.permanent("X\nERROR", "a\nERROR b\u001b[2K\u202e"));

            await().untilAsserted(() -> assertThat(log.messages())
                    .anyMatch(line -> line.endsWith("X\\nERROR a\\nERROR b\\u001b[2K\\u202e"))
                    .noneMatch(line -> line.contains("\n")));
        }
    }

    @Test
    void anErrorIsAFailureLikeAnyOther() {
        JobView job = run("error", attempted -> {
            if (attempted.attempt() == 1) {
                throw new StackOverflowError("too deep");
            }
            return JobResult.success();
        });

        assertEnd(job, JobStatus.COMPLETED, 2, 1);
        assertThat(job.history()).extracting(JobView.FailedAttempt::code).containsExactly("StackOverflowError");
    }

    @Test
    void aJobThatTakesTooLongIsInterruptedAndTriedAgain() {
        CountDownLatch interrupted = new CountDownLatch(1);
        JobView job = run("timeout", attempted -> {
            if (attempted.attempt() == 1) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
            return JobResult.success();
        });

        assertEnd(job, JobStatus.COMPLETED, 2, 1);
        assertThat(job.history()).extracting(JobView.FailedAttempt::code).containsExactly("TIMEOUT");
        assertThat(interrupted.getCount()).isZero();
        assertThat(engine.counted("bulk.action.worker.job.timeout")).isPositive();
    }

    @Test
    void aJobThatIgnoresItsInterruptIsAbandonedAndCostsNoWorker() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch returned = new CountDownLatch(1);
        Work deaf = attempted -> {
            if (attempted.attempt() > 1) {
                return JobResult.permanent("SECOND", "as it should");
            }
            awaitDeaf(over);
            returned.countDown();
            return JobResult.success("too late");
        };
        long before = engine.counted("bulk.action.worker.job.abandoned");
        WORK.put("deaf-1", deaf);
        WORK.put("deaf-2", deaf);
        test.enqueue("deaf", "deaf-1", "deaf-2");

        await().until(() -> engine.counted("bulk.action.worker.job.abandoned") == before + 2);

        assertThat(returned.getCount()).as("both still run").isEqualTo(1);
        assertEnd(run("after-deaf", _ -> JobResult.success()), JobStatus.COMPLETED, 1, 0);
        assertFailed(end("deaf-1"), 2, "SECOND", "as it should");
        Map<String, String> books = test.meta("deaf");
        over.countDown();
        returned.await();
        assertThat(test.meta("deaf")).as("what it says in the end").isEqualTo(books);
    }

    @Test
    void aProcessorThatWasInterruptedByItselfIsTriedAgain() {
        JobView job = run("interrupted", _ -> {
            throw new InterruptedException("by somebody");
        });

        assertFailed(job, 3, "INTERRUPTED", "by somebody");
    }

    @Test
    void aThrottledJobHasUsedUpNoRetry() {
        JobView job = run("throttled", attempted -> attempted.attempt() <= 5 ? JobResult.throttled(Duration.ofMillis(1))
                : JobResult.success());

        assertEnd(job, JobStatus.COMPLETED, 6, 0);
    }

    @ParameterizedTest
    @CsvSource({"permanent, false, 1", "retryable, true, 3"})
    void aReportedFailureIsBuriedAtOnceOrWhenRetriesAreUsedUp(String id, boolean retryable, int attempts) {
        assertFailed(run(id, _ -> JobResult.failure("REFUSED", "no", retryable)), attempts, "REFUSED", "no");
    }

    @Test
    @SuppressWarnings("NullAway")
    void aProcessorThatReturnsNothingIsNotAskedAgain() {
        assertFailed(run("nothing", _ -> null), 1, "NO_RESULT", "The processor returned null");
    }

    @ParameterizedTest
    @CsvSource({"bad-result, false", "deadly-result, true"})
    void aResultThatCannotBeWrittenIsBuriedAndCostsNoWorker(String id, boolean error) {
        for (int i = 1; i <= 3; i++) {
            JobView job = run(id + "-" + i, _ -> JobResult.success(new Unwritable(error)));

            assertEnd(job, JobStatus.FAILED, 1, 0);
            assertThat(job.error().code()).isEqualTo("BAD_RESULT");
        }
    }

    @Test
    void aResultThatIsTooLargeIsBuriedAndOneThatJustFitsIsKept() {
        JobView kept = run("fits", _ -> JobResult.success("r".repeat(TestEngine.MOST_OF_A_RESULT - 2))); // in quotes
        JobView failed = run("too-large", _ -> JobResult.success("r".repeat(TestEngine.MOST_OF_A_RESULT - 1)));

        assertEnd(kept, JobStatus.COMPLETED, 1, 0);
        assertEnd(failed, JobStatus.FAILED, 1, 0);
        assertThat(failed.error().code()).isEqualTo("BAD_RESULT");
        assertThat(failed.error().message()).contains("larger than " + TestEngine.MOST_OF_A_RESULT + " bytes");
    }

    @Test
    void anExceptionThatCannotBeLookedAtCostsNoWorker() {
        for (int i = 1; i <= 3; i++) {
            JobView job = run("unspeakable-" + i, _ -> {
                throw new Unspeakable();
            });

            assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        }
    }

    @Test
    void manyFailedAttemptsAreKeptUpToACapWithTheLastStack() {
        TestQueue many = TestQueue.live("retry.max-retries", "24", "retry.backoff", "1ms", "retry.max-backoff", "1ms");
        try (TestEngine _ = TestEngine.start(many.queue(), job -> {
            throw new IllegalStateException("number " + job.attempt());
        })) {
            many.enqueue("many", "many");
            JobView job = end(many, "many");

            assertFailed(job, 25, "IllegalStateException", "number 25");
            assertThat(job.error().stackTrace()).contains("number 25");
            assertThat(job.history()).hasSize(20);
            assertThat(job.history().getFirst().message()).isEqualTo("number 6");
            assertThat(job.history().getLast().message()).isEqualTo("number 25");
        }
    }

    @Test
    void theProcessorSeesItsJobInTheLogContextAndIsObserved() {
        Map<String, Map<String, String>> contexts = new ConcurrentHashMap<>();
        run("logged", job -> {
            contexts.put("attempt-" + job.attempt(), MDC.getCopyOfContextMap());
            return job.attempt() == 1 ? JobResult.failure("AGAIN", "", true) : JobResult.success();
        });

        assertThat(contexts.get("attempt-2")).containsExactlyInAnyOrderEntriesOf(Map.of(
                "queue", test.queue().name().value(), "group", "logged", "job", "logged", "attempt", "2"));
        assertThat(contexts.get("attempt-1")).containsEntry("attempt", "1");
        await().untilAsserted(() -> assertThat(SEEN)
                .filteredOn(seen -> "logged".equals(seen.getHighCardinalityKeyValue("job.id").getValue()))
                .hasSize(2));
    }

    private static JobView run(String id, Work work) {
        WORK.put(id, work);
        test.enqueue(id, id);
        return end(id);
    }

    private static JobView end(String id) {
        return end(test, id);
    }

    private static JobView end(TestQueue in, String id) {
        return await(id).pollInterval(Duration.ofMillis(5))
                .until(
                        () -> JobLookup.of(in.queue()).find(in.name(id)).orElseThrow(),
                        job -> job.status() == JobStatus.COMPLETED || job.status() == JobStatus.FAILED);
    }

    private static void assertEnd(JobView job, JobStatus status, int attempts, int retries) {
        assertThat(job.status()).as(() -> job.toString()).isEqualTo(status);
        assertThat(job.attempts()).isEqualTo(attempts);
        assertThat(job.retryCount()).isEqualTo(retries);
    }

    private static void assertFailed(JobView job, int attempts, String code, String message) {
        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(job.place()).isEqualTo(JobView.Place.DEAD_LETTERS);
        assertThat(job.attempts()).isEqualTo(attempts);
        assertThat(job.error().code()).isEqualTo(code);
        assertThat(job.error().message()).isEqualTo(message);
    }

    /** Swallows interrupts, as code does that should not. */
    private static void awaitDeaf(CountDownLatch over) {
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.yield();
            }
        }
    }

    /** A result whose text throws when it is asked for. */
    public record Unwritable(boolean error) {
        public String getText() {
            if (error) {
                throw new NoClassDefFoundError("com/example/Gone");
            }
            throw new IllegalStateException("no text");
        }
    }

    /** Foreign code at its worst. */
    private static final class Unspeakable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new NoClassDefFoundError("com/example/Messages");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    private static final class Listener implements ObservationHandler<Observation.Context> {

        @Override
        public void onStop(Observation.Context context) {
            SEEN.add(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
