package io.bulkaction.internal.run;

import io.bulkaction.After;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Groups that start after the runs of others, in whatever queue: which runs those are, and how they stand. */
public final class Afters {

    /** Groups that a submit follows. A longer cycle is found later, by {@link Followers}. */
    private static final int MAX_CHAIN = 1_000;

    /** How a condition stands. */
    enum Standing {
        OPEN,
        MET,
        /** It cannot be met any more. */
        LOST
    }

    /** How a run ended, if anybody knows. */
    private record End(GroupStatus status, boolean isComplete) {

        static End of(GroupStatus status, long cancelled, long expired) {
            return new End(status, status == GroupStatus.COMPLETED && cancelled + expired == 0);
        }
    }

    private final Queues queues;

    public Afters(Queues queues) {
        this.queues = queues;
    }

    Waiters waiters() {
        return new Waiters(queues);
    }

    /**
     * Names the runs that a group is to wait for: the ones that the groups have now, or else their first ones.
     *
     * @return as it is kept, see {@link AfterRun}
     * @throws CyclicAfterException when the group would wait for itself
     */
    public String resolve(QueueName queue, GroupId group, List<After> after) {
        Waiters waiters = waiters();
        List<AfterRun> conditions = new ArrayList<>();
        for (After each : after) {
            QueueName of = each.queue() == null ? queue : each.queue();
            long run = waiters.get(new Waiters.Name(of, each.group())).run();
            conditions.add(new AfterRun(of, each.group(), each.when(), run));
        }
        if (leadsBack(new Waiters.Name(queue, group), conditions, waiters)) {
            throw new CyclicAfterException(queue, group);
        }
        return AfterRun.text(conditions);
    }

    /** Whether the conditions, followed from group to group, lead back. */
    private static boolean leadsBack(Waiters.Name start, List<AfterRun> conditions, Waiters waiters) {
        Set<Waiters.Name> seen = new HashSet<>();
        Deque<AfterRun> next = new ArrayDeque<>(conditions);
        while (!next.isEmpty() && seen.size() < MAX_CHAIN) {
            Waiters.Name name = Waiters.Name.of(next.poll());
            if (name.equals(start)) {
                return true;
            }
            if (seen.add(name)) {
                next.addAll(waiters.get(name).conditions());
            }
        }
        return false;
    }

    Standing standing(AfterRun condition, Waiters waiters) {
        Waiters.Waiter other = waiters.get(Waiters.Name.of(condition));
        if (other.status() == null) { // forgotten since; or, where nobody knew it, still to come
            return condition.run() == 0 ? Standing.OPEN : ended(condition, Optional.empty());
        }
        if (other.run() > Math.max(1, condition.run())) {
            return ended(condition, earlier(condition));
        }
        return other.status().isFinished()
                ? ended(condition, Optional.of(End.of(other.status(), other.cancelled(), other.expired())))
                : Standing.OPEN;
    }

    private Optional<End> earlier(AfterRun condition) {
        Queue queue = queues.get(condition.queue());
        return Groups.of(queue).results().history(condition.group()).stream()
                .filter(result -> result.run() == Math.max(1, condition.run()))
                .map(result -> End.of(result.status(), result.cancelledCount(), result.expiredCount()))
                .findFirst();
    }

    /** @param end empty if nobody knows any more how it ended */
    private static Standing ended(AfterRun condition, Optional<End> end) {
        boolean isMet = switch (condition.when()) {
            case ALWAYS -> true;
            case SUCCEEDED -> end.filter(End::isComplete).isPresent();
            case FAILED -> end.filter(run -> run.status() != GroupStatus.COMPLETED).isPresent();
        };
        return isMet ? Standing.MET : Standing.LOST;
    }
}
