package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cancels one group in steps of a few milliseconds each, so that a giant holds up nobody. Any number of these may work
 * on the same group: each job is cancelled once, and whoever comes last finds nothing to do.
 */
final class Canceller {

    /** Passes through Ready: claims move it while it is looked at, so one may miss what the next finds. */
    private static final int MOST_PASSES = 3;

    private final Groups groups;
    private final GroupId group;
    private final String reason;
    private @Nullable CancelStep last;
    private String cursor = "0";
    private boolean seenAllNonReady;
    private int passesOfReady;
    private boolean begun;

    Canceller(Groups groups, GroupId group, String reason) {
        this.groups = groups;
        this.group = group;
        this.reason = reason;
    }

    /** Goes on with what somebody else began: never marks a run that is not being cancelled already. */
    static Canceller goingOn(Groups groups, GroupId group, long run, String reason) {
        Canceller canceller = new Canceller(groups, group, reason);
        canceller.last = CancelStep.unknown(run);
        return canceller;
    }

    /** @return what the last step found */
    CancelStep runToEnd() {
        CancelStep step = step();
        while (hasMore()) {
            step = step();
        }
        return step;
    }

    CancelStep step() {
        List<JobId> candidates = last != null && isWaitingLeftOnly(last) ? nextNonReady() : List.of();
        CancelStep step = groups.cancel(group, reason, last, candidates);
        begun |= step.begun();
        if (step.hasPassedReady()) {
            passesOfReady++;
        }
        if (last != null && step.run() != last.run()) {
            step = last.ended();
        }
        last = step;
        return step;
    }

    /** Whether the cancellation began here; else the run was being cancelled already, or had ended. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether anything is left that a step can cancel; running jobs end by themselves. */
    boolean hasMore() {
        return last == null
                || last.word() == CancelStep.Word.CANCELLING
                        && (last.pending() > 0 || isReadyLeft(last) || last.nonReady() > 0 && !seenAllNonReady);
    }

    private boolean isReadyLeft(CancelStep step) {
        return step.ready() > 0 && passesOfReady < MOST_PASSES;
    }

    private boolean isWaitingLeftOnly(CancelStep step) {
        return step.pending() == 0 && !isReadyLeft(step) && step.nonReady() > 0;
    }

    private List<JobId> nextNonReady() {
        Groups.NonReadyPiece piece = groups.nonReady(cursor);
        cursor = piece.cursor();
        seenAllNonReady = piece.last();
        return piece.ids();
    }
}
