package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.Expected;
import io.bulkaction.JobView;
import io.bulkaction.internal.run.GroupState;
import io.bulkaction.internal.run.Standing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides why a job is where it is. While it waits for its group, what its group waits for is what it waits for. */
final class JobJudge {

    private final JobView job;
    private final GroupState group;
    private final Standing standing;
    private final Explanation ofGroup;
    private final GroupJudge groupJudge;

    JobJudge(JobView job, GroupState group, Standing standing, Explanation queue) {
        this.job = job;
        this.group = group;
        this.standing = standing;
        this.groupJudge = new GroupJudge(group, standing, queue);
        this.ofGroup = groupJudge.explain();
    }

    Explanation explain() {
        return switch (job.place()) {
            case FINISHED -> draft(Code.FINISHED).since(job.finishedAt()).with("status", job.status().name()).explain();
            case DEAD_LETTERS -> withError(draft(Code.DEAD_LETTER).since(job.finishedAt())).explain();
            case IN_FLIGHT -> draft(Code.RUNNING)
                    .since(job.startedAt())
                    .with("instance", job.instance())
                    .with("attempt", job.attempts())
                    .explain();
            case NON_READY -> heldOr(
                    withError(draft(Code.RETRY).until(job.until())).with("attempt", job.attempts() + 1));
            case SCHEDULED -> heldOr(draft(Code.SCHEDULED).until(job.until()));
            case READY -> stuckOr(draft(Code.READY));
            case FAIR_QUEUE, PARKED -> waits();
        };
    }

    /** A job whose time has come waits as long as its group is held. */
    private Explanation heldOr(Draft otherwise) {
        Instant ofJob = job.until();
        Instant until = ofGroup.until();
        boolean isLonger = switch (ofGroup.code()) {
            case AFTER -> true;
            case SCHEDULED, SENDING_WINDOW -> until != null && (ofJob == null || until.isAfter(ofJob));
            default -> false;
        };
        return isLonger ? ofGroup : stuckOr(otherwise);
    }

    private Explanation stuckOr(Draft otherwise) {
        return QueueJudge.isStuck(ofGroup) ? ofGroup : otherwise.explain();
    }

    /** While its group runs or takes turns, the jobs before it in the group are what it waits for. */
    private Explanation waits() {
        boolean takesTurns = ofGroup.code() == Code.TURN || ofGroup.code() == Code.RUNNING
                || ofGroup.code() == Code.READY;
        if (!takesTurns) {
            return ofGroup;
        }
        long before = standing.before().orElse(0);
        Long jobsAhead = ofGroup.jobsAhead();
        return draft(Code.TURN)
                .ahead(ofGroup.groupsAhead(), jobsAhead == null ? null : Long.valueOf(jobsAhead + before))
                .with("before", before > 0 ? before : null)
                .expects(start(before), null)
                .explain();
    }

    private @Nullable Expected start(long before) {
        double own = group.jobsPerSecond();
        Expected first = groupJudge.start();
        if (before == 0) {
            return first;
        }
        double part = groupJudge.queuePerSecond() / Math.max(1, standing.turn().map(Standing.Turn::members).orElse(1L));
        return Forecast.of(group.now(), own > 0 ? group.recent() : group.queueRecent())
                .after(before, own > 0 ? own : part);
    }

    private Draft withError(Draft draft) {
        JobView.@Nullable Failure error = job.error();
        return error == null ? draft : draft.with("errorCode", error.code()).with("error", error.message());
    }

    private Draft draft(Code code) {
        return new Draft(code, group.now()).pace(group.jobsPerSecond());
    }
}
