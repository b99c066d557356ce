package io.bulkaction.operate.alert;

/** What can be wrong with a queue. */
public enum AlertType {
    /** A job failed for good and the queue stopped with it. */
    QUEUE_PAUSED_ON_FAILURE(Severity.CRITICAL),
    /** More jobs wait than the queue should have. */
    QUEUE_WAITING_EXCEEDED(Severity.WARNING),
    /** Somebody may have forgotten to resume. */
    QUEUE_PAUSED_LONG_TIME(Severity.WARNING),
    /** Many jobs failed for good within a short time. */
    DEAD_LETTERS_GROWING(Severity.WARNING),
    /** A process fell silent without signing out. */
    INSTANCE_LOST(Severity.WARNING);

    /** How soon somebody should look. */
    public enum Severity {
        WARNING,
        CRITICAL
    }

    private final Severity severity;

    AlertType(Severity severity) {
        this.severity = severity;
    }

    public Severity severity() {
        return severity;
    }
}
