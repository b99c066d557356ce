package io.bulkaction.internal.engine;

/** What a worker is at. */
enum WorkerState {
    IDLE,
    RUNNING,
    /** Finishes its job and leaves. */
    STOPPING,
    STOPPED
}
