package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.JobName;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cancels one group in steps of a few milliseconds each, so that a giant delays nobody. Several may work on the same
 * group: each job is cancelled once.
 */
final class Canceller {

    /** Passes through Ready: claims move jobs meanwhile, so one pass may miss what the next finds. */
    private static final int MAX_PASSES = 3;

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

    /** Continues what another instance began: never marks a run that is not being cancelled already. */
    static Canceller continuing(Groups groups, GroupId group, long run, String reason) {
        Canceller canceller = new Canceller(groups, group, reason);
        canceller.last = CancelStep.unknown(run);
        return canceller;
    }

    /** @return what the last step found */
    CancelStep runToEnd() {
        while (hasMore()) {
            step();
        }
        return Objects.requireNonNull(last);
    }

    CancelStep step() {
        List<JobName> candidates = last != null && isWaitingLeftOnly(last) ? nextNonReady() : List.of();
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

    GroupId group() {
        return group;
    }

    String reason() {
        return reason;
    }

    /** False if the run was already being cancelled, or had ended. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether anything is left that a step can cancel; running jobs end by themselves. */
    boolean hasMore() {
        return last == null
                || last.answer() == CancelStep.Answer.CANCELLING
                        && (last.pending() > 0 || isReadyLeft(last) || last.nonReady() > 0 && !seenAllNonReady);
    }

    private boolean isReadyLeft(CancelStep step) {
        return step.ready() > 0 && passesOfReady < MAX_PASSES;
    }

    private boolean isWaitingLeftOnly(CancelStep step) {
        return step.pending() == 0 && !isReadyLeft(step) && step.nonReady() > 0;
    }

    private List<JobName> nextNonReady() {
        Groups.NonReadyPiece piece = groups.nonReady(group, cursor);
        cursor = piece.cursor();
        seenAllNonReady = piece.last();
        return piece.jobs();
    }
}
