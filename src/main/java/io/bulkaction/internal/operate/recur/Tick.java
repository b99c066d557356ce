package io.bulkaction.internal.operate.recur;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * One time at which a recurring bulk action is to run, and what became of it.
 *
 * @param at the time, in ms
 * @param manual whether somebody asked for it
 * @param group of its run
 * @param attempts how often somebody began to submit its jobs
 * @param owner who submits its jobs now
 * @param until end of the owner's lease, or when to try again
 * @param jobs how many jobs its run has
 * @param missed how many ticks before it nobody ran
 * @param note what went wrong
 */
public record Tick(
        long at,
        boolean manual,
        String group,
        Status status,
        int attempts,
        @Nullable String owner,
        long until,
        long jobs,
        long missed,
        @Nullable String note) {

    /** Where a tick stands. */
    public enum Status {
        /** To be submitted. */
        WAITING,
        /** Its jobs are being submitted. */
        SUBMITTING,
        /** All its jobs are submitted. */
        RUNNING,
        /** Its run ended so. */
        COMPLETED,
        /** Its run ended so. */
        FAILED,
        /** Its run ended so. */
        CANCELLED,
        /** There were no jobs. */
        EMPTY,
        /** Nobody was there at its time. */
        MISSED,
        /** An earlier tick had not ended yet. */
        SKIPPED,
        /** Its source failed too often. */
        NOT_SUBMITTED;
    }

    static Tick waiting(long at, boolean manual, String group) {
        return new Tick(at, manual, group, Status.WAITING, 0, null, 0, 0, 0, null);
    }

    Tick claimed(String by, long leasedUntil) {
        return new Tick(at, manual, group, Status.SUBMITTING, attempts + 1, by, leasedUntil, jobs, missed, note);
    }

    Tick leased(long leasedUntil) {
        return new Tick(at, manual, group, status, attempts, owner, leasedUntil, jobs, missed, note);
    }

    Tick submitted(long count) {
        return new Tick(at, manual, group, Status.RUNNING, attempts, null, 0, count, missed, null);
    }

    Tick retriedAt(long time, String error) {
        return new Tick(at, manual, group, Status.WAITING, attempts, null, time, jobs, missed, error);
    }

    Tick ended(Status as, @Nullable String why) {
        return new Tick(at, manual, group, as, attempts, null, 0, jobs, missed, why);
    }

    Tick after(long missedTicks) {
        return new Tick(at, manual, group, status, attempts, owner, until, jobs, missedTicks, note);
    }

    boolean isSame(Tick other) {
        return at == other.at && manual == other.manual;
    }

    /** Whether somebody has begun to submit its jobs. */
    boolean hasBegun() {
        return status != Status.WAITING || attempts > 0;
    }

    /** Whether some of its jobs may be there and others are missing, so that its run is not sealed. */
    @JsonIgnore
    boolean isHalfSubmitted() {
        return status == Status.SUBMITTING || status == Status.WAITING && attempts > 0;
    }

    @JsonIgnore
    boolean isBeingSubmittedBy(String who) {
        return status == Status.SUBMITTING && who.equals(owner);
    }
}
