package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The attempts of one processor in one queue. */
final class ProcessorMeters {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofMillis(2500), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
        Duration.ofMinutes(1)
    };

    private final Timer duration;
    private final Counter succeeded;
    private final Counter failed;
    private final Counter timedOut;
    private final Counter throttled;
    private final Counter retried;
    private final Counter abandoned;

    ProcessorMeters(QueueMeters meters, String processor) {
        String[] tag = {"processor", processor};
        duration = meters.histogram("bulk.action.worker.job.duration", "Attempts, however they ended", BUCKETS, tag);
        succeeded = meters.counter("bulk.action.worker.job.success", "Attempts that did the job", tag);
        failed = meters.counter("bulk.action.worker.job.failed", "Attempts that failed, timeouts included", tag);
        timedOut = meters.counter("bulk.action.worker.job.timeout", "Attempts that ran too long", tag);
        throttled = meters.counter("bulk.action.worker.job.throttled", "Attempts that were asked to come later", tag);
        retried = meters.counter("bulk.action.worker.job.retry", "Failed attempts that another one follows", tag);
        abandoned = meters.counter("bulk.action.worker.job.abandoned", "Processors that ignored their interrupt", tag);
    }

    void succeeded(long nanos) {
        duration.record(nanos, TimeUnit.NANOSECONDS);
        succeeded.increment();
    }

    void failed(long nanos) {
        duration.record(nanos, TimeUnit.NANOSECONDS);
        failed.increment();
    }

    void timedOut(long nanos) {
        failed(nanos);
        timedOut.increment();
    }

    void throttled(long nanos) {
        duration.record(nanos, TimeUnit.NANOSECONDS);
        throttled.increment();
    }

    void retried() {
        retried.increment();
    }

    void abandoned() {
        abandoned.increment();
    }
}
