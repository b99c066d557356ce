package io.bulkaction.internal.builtin.simulate;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Takes as long as the payload says, then succeeds, fails, hangs or kills the process, as the payload says. */
final class SimulateProcessor implements JobProcessor {

    /** What a process killed by the kernel reports. */
    private static final int HALT_STATUS = 137;

    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final PayloadReader<SimulatePlan> payloads = PayloadReader.lenient(SimulatePlan.class);

    @Override
    public String type() {
        return "SIMULATE";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, plan -> run(job, plan));
    }

    private static JobResult run(Job job, SimulatePlan plan) throws InterruptedException {
        pass(plan.durationMs().sample(ThreadLocalRandom.current()), plan.ignoreInterrupts());
        if (plan.failsNow(job)) {
            return JobResult.failure(
                    "SIMULATED", "failure " + (job.retryCount() + 1) + " of " + plan.failTimes(), true);
        }
        return switch (plan.outcomeOf(job)) {
            case SUCCESS -> JobResult.success(plan.data());
            case PERMANENT -> JobResult.permanent("SIMULATED_PERMANENT", "fails for good as asked");
            case THROTTLED -> JobResult.throttled(Duration.ofMillis(plan.retryAfterMs()));
            case HANG -> {
                pass(FOREVER, plan.ignoreInterrupts());
                yield JobResult.success(plan.data());
            }
            case HALT -> {
                Runtime.getRuntime().halt(HALT_STATUS);
                yield JobResult.success();
            }
        };
    }

    private static void pass(Duration time, boolean ignoreInterrupts) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        boolean interrupted = false;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            try {
                Thread.sleep(Duration.ofNanos(left));
            } catch (InterruptedException e) {
                if (!ignoreInterrupts) {
                    throw e;
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
