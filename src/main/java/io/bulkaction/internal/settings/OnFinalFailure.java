package io.bulkaction.internal.settings;

/** What a queue does when a job fails for good. */
public enum OnFinalFailure {
    CONTINUE,
    /** Starts nothing more until an administrator resumes it. */
    PAUSE
}
