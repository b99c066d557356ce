package io.bulkaction.spi;

/** What can be wrong with a queue. */
public enum AlertType {
    /** A job failed for good, and the queue paused because of it ({@code on-final-failure: pause}). */
    QUEUE_PAUSED_ON_FAILURE(Severity.CRITICAL),
    /** Redis, or the nodes of some partitions of the queue, have not answered for 30 s. */
    REDIS_UNAVAILABLE(Severity.CRITICAL),
    /** The queue cannot make progress until somebody acts: it has no workers, or nothing starts or ends any more. */
    QUEUE_STUCK(Severity.CRITICAL),
    /** Jobs wait for a processor type that no live instance knows, and fail after {@code reliability.unknown-processor-after}. */
    UNKNOWN_PROCESSOR(Severity.WARNING),
    /** More jobs wait than {@code alerts.waiting-exceeds} says. */
    QUEUE_WAITING_EXCEEDED(Severity.WARNING),
    /** The queue has been paused longer than {@code alerts.paused-longer-than}; somebody may have forgotten to resume it. */
    QUEUE_PAUSED_LONG_TIME(Severity.WARNING),
    /** More than {@code alerts.dead-letters-exceed} jobs failed for good within {@code alerts.dead-letters-within}. */
    DEAD_LETTERS_GROWING(Severity.WARNING),
    /** A recurring bulk action did not run: its source fails, or no instance can run it. */
    RECURRING_FAILED(Severity.WARNING),
    /** An instance has stopped sending heartbeats without having signed off. */
    INSTANCE_LOST(Severity.WARNING);

    /** How soon somebody should look. */
    public enum Severity {
        /** Soon. */
        WARNING,
        /** Now: nothing is started until a person acts. */
        CRITICAL
    }

    private final Severity severity;

    AlertType(Severity severity) {
        this.severity = severity;
    }

    /** {@return how soon somebody should look} */
    public Severity severity() {
        return severity;
    }
}
