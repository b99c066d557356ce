package io.bulkaction.internal.testkit;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.AfterRun;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Groups in memory that start after the runs of others. */
final class InlineAfter {

    private InlineAfter() {}

    /** How groups are found. */
    interface Find extends BiFunction<QueueName, GroupId, Optional<InlineGroup>> {}

    /** Whether a group would wait for itself. No two groups wait for each other before, so this ends. */
    static boolean leadsBack(QueueName queue, GroupId group, List<AfterRun> conditions, Find find) {
        return conditions.stream().anyMatch(each -> each.queue().equals(queue) && each.group().equals(group)
                || leadsBack(queue, group, find.apply(each.queue(), each.group()).map(InlineGroup::after)
                        .orElse(List.of()), find));
    }

    /** Why a group waits in vain; empty if it does not. */
    static Optional<String> lost(InlineGroup group, Find find) {
        return group.after().stream()
                .filter(each -> ended(each, find).map(run -> !isMet(each, run)).orElse(false))
                .findFirst()
                .map(each -> "AFTER_NOT_MET: group " + each.group() + " of queue " + each.queue()
                        + (each.when() == After.When.FAILED ? " did not fail" : " did not succeed"));
    }

    static void proceed(InlineGroup group, Find find) {
        if (group.after().stream()
                .allMatch(each -> ended(each, find).map(run -> isMet(each, run)).orElse(false))) {
            group.proceed();
        }
    }

    private static Optional<GroupResult> ended(AfterRun condition, Find find) {
        return find.apply(condition.queue(), condition.group()).flatMap(other -> other.results().stream()
                .filter(result -> result.run() == Math.max(1, condition.run()))
                .filter(result -> result.run() < other.run() || other.isFinished())
                .findFirst());
    }

    private static boolean isMet(AfterRun condition, GroupResult run) {
        return switch (condition.when()) {
            case ALWAYS -> true;
            case SUCCEEDED ->
                run.status() == GroupStatus.COMPLETED && run.cancelledCount() + run.expiredCount() == 0;
            case FAILED -> run.status() != GroupStatus.COMPLETED;
        };
    }
}
