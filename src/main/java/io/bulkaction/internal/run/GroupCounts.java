package io.bulkaction.internal.run;

/**
 * Where the jobs of a run are, all at one moment.
 *
 * @param failed dead letters of the run
 * @param resolved dead letters that a person skipped
 * @param pending in the fair queue
 * @param scheduled to start later
 * @param expired not started in time
 */
public record GroupCounts(
        long total,
        long done,
        long success,
        long failed,
        long cancelled,
        long resolved,
        long pending,
        long ready,
        long nonReady,
        long inFlight,
        long scheduled,
        long expired) {

    /** Jobs that have not started, or wait to start again. */
    public long waiting() {
        return pending + ready + nonReady + scheduled;
    }

    /** One decimal, rounded down: 100 only when all are done. */
    double percentDone() {
        return total == 0 ? 0 : done * 1000 / total / 10.0;
    }
}
