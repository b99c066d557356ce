package io.bulkaction.internal.builtin.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateProcessorTest {

    private final SimulateProcessor processor = new SimulateProcessor();

    @Test
    void anEmptyPlanSucceedsAtOnce() throws Exception {
        assertThat(processor.process(job("{}"))).isEqualTo(JobResult.success());
    }

    @Test
    void dataComesBackAsTheResultAndUnknownFieldsAreIgnored() throws Exception {
        assertThat(processor.process(job("{\"data\":{\"sent\":2},\"note\":\"mine\"}")))
                .isEqualTo(JobResult.success(Map.of("sent", 2)));
    }

    @Test
    void takesAsLongAsThePlanSays() throws Exception {
        long start = System.nanoTime();

        processor.process(job("{\"durationMs\":50}"));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void failsAsOftenAsThePlanSaysAndThenSucceeds() throws Exception {
        String twice = "{\"failTimes\":2}";

        assertThat(processor.process(Jobs.of("SIMULATE", twice, 1, 0)))
                .isEqualTo(JobResult.failure("SIMULATED", "failure 1 of 2", true));
        assertThat(processor.process(Jobs.of("SIMULATE", twice, 5, 1)))
                .isEqualTo(JobResult.failure("SIMULATED", "failure 2 of 2", true));
        assertThat(processor.process(Jobs.of("SIMULATE", twice, 6, 2))).isEqualTo(JobResult.success());
    }

    @Test
    void aPermanentPlanFailsForGood() throws Exception {
        assertThat(processor.process(job("{\"outcome\":\"permanent\"}")))
                .isInstanceOfSatisfying(JobResult.Failure.class, f -> assertThat(f.retryable()).isFalse());
    }

    @Test
    void aThrottledPlanAsksToWaitUntilItsTimesAreOver() throws Exception {
        String plan = "{\"outcome\":\"throttled\",\"retryAfterMs\":250,\"outcomeTimes\":1}";

        assertThat(processor.process(Jobs.of("SIMULATE", plan, 1, 0)))
                .isEqualTo(JobResult.throttled(Duration.ofMillis(250)));
        assertThat(processor.process(Jobs.of("SIMULATE", plan, 2, 0))).isEqualTo(JobResult.success());
    }

    @Test
    void aHangingJobEndsWhenItIsInterrupted() throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                processor.process(job("{\"outcome\":\"hang\"}"));
            } catch (Exception e) {
                end.complete(e);
            }
        });
        await().until(() -> worker.getState() == Thread.State.TIMED_WAITING);

        worker.interrupt();

        assertThat(end.get(2, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aJobThatIgnoresInterruptsTakesItsFullTimeAndKeepsTheFlag() throws Exception {
        long start = System.nanoTime();
        Thread.currentThread().interrupt(); // why not by another thread: the job might have ended before

        processor.process(job("{\"durationMs\":200,\"ignoreInterrupts\":true}"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void aHaltingJobKillsItsProcess() throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HaltingProcess.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(137);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"durationMs\":-1}",
        "{\"durationMs\":\"long\"}",
        "{\"durationMs\":1e300}",
        "{\"durationMs\":{\"min\":5}}",
        "{\"durationMs\":{\"min\":5,\"max\":1}}",
        "{\"durationMs\":{\"mean\":-1}}",
        "{\"failTimes\":-1}",
        "{\"outcomeTimes\":-1}",
        "{\"retryAfterMs\":0}",
        "{\"outcome\":\"explode\"}",
        "[]"
    })
    void aPlanThatMakesNoSenseIsABadPayload(String plan) throws Exception {
        assertThat(processor.process(job(plan)))
                .isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
                    assertThat(failure.code()).isEqualTo("BAD_PAYLOAD");
                    assertThat(failure.retryable()).isFalse();
                });
    }

    private static Job job(String payload) {
        return Jobs.of("SIMULATE", payload);
    }

    /** why: a halt cannot be watched from inside the process that it ends. */
    static final class HaltingProcess {
        public static void main(String[] args) throws Exception {
            new SimulateProcessor().process(job("{\"outcome\":\"halt\"}"));
        }
    }
}
