package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Books.Census;
import io.bulkaction.internal.doctor.Books.Miscount;
import io.bulkaction.internal.doctor.Books.Tally;
import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.flow.Queue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proves that the counters of groups and queue are what they count. */
final class CounterCheck {

    private final Queue queue;
    private final Books books;
    private final Notes notes;
    private final boolean repair;
    private final int atOnce;

    /** @param atOnce most jobs and groups that are counted in one step; beyond that they are counted while they move */
    CounterCheck(Queue queue, Notes notes, boolean repair, int atOnce) {
        this.queue = queue;
        this.books = Books.of(queue);
        this.notes = notes;
        this.repair = repair;
        this.atOnce = atOnce;
    }

    /** @param wrongSums groups whose counters contradict each other */
    void run(Set<String> wrongSums) {
        Census census = books.census(atOnce);
        MovingCount moving = new MovingCount(queue, notes);
        List<Miscount> wrong = census.counted() ? census.wrong() : moving.run();
        Set<String> recounted = new HashSet<>();
        for (Miscount miscount : wrong) {
            recounted.add(miscount.group());
            note(miscount.group(), "counted " + miscount.counted(), repair && books.recount(miscount));
        }
        for (String group : wrongSums) {
            if (!recounted.contains(group)) {
                contradiction(group);
            }
        }
        checkQueue(census.counted(), moving);
    }

    private void contradiction(String group) {
        Tally tally = books.tally(List.of(group), false).getFirst();
        List<String> sums = tally.wrong().stream().filter(GroupWalk::isSum).toList();
        if (!sums.isEmpty()) { // else it was put right with its jobs
            note(group, "wrong: " + sums, repair && books.recount(new Miscount(group, tally.mark(), tally.counters())));
        }
    }

    private void checkQueue(boolean atOnceEnough, MovingCount moving) {
        @Nullable
        Long surplus = atOnceEnough ? Long.valueOf(books.census(atOnce).surplus()) : moving.surplus();
        if (surplus != null && surplus != 0) {
            if (repair) {
                books.correct(-surplus);
            }
            notes.add(
                    Kind.QUEUE_COUNTERS,
                    queue.name().value(),
                    "the lifetime counters leave %d unfinished jobs too %s".formatted(Math.abs(surplus),
                            surplus > 0 ? "many" : "few"),
                    repair ? "corrected" : null);
        }
    }

    private void note(String group, String detail, boolean recounted) {
        notes.add(Kind.GROUP_COUNTERS, group, detail, recounted ? "recounted" : null);
    }
}
