package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Books.Counted;
import io.bulkaction.internal.doctor.Books.Miscount;
import io.bulkaction.internal.doctor.Books.Tally;
import io.bulkaction.internal.doctor.Places.Member;
import io.bulkaction.internal.doctor.Places.Mustered;
import io.bulkaction.internal.doctor.Places.Place;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus.Lifetime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts a queue that is too big for one step. A group counts only if no job of it moved meanwhile, and only if it is
 * wrong by the same numbers twice; the queue's own counters only if they are outside of what moved.
 */
final class MovingCount {

    private static final int GROUPS_PER_STEP = 100;

    private final Queue queue;
    private final Books books;
    private final Places places;
    private final Notes notes;
    private @Nullable Long surplus;

    MovingCount(Queue queue, Notes notes) {
        this.queue = queue;
        this.books = Books.of(queue);
        this.places = Places.of(queue);
        this.notes = notes;
    }

    List<Miscount> run() {
        Set<String> moved = new HashSet<>();
        List<Miscount> first = count(moved);
        List<Miscount> confirmed = first.isEmpty() ? first : count(new HashSet<>());
        if (!moved.isEmpty()) {
            notes.unproven("counters of " + moved.size() + " groups whose jobs moved while they were counted");
        }
        return confirmed.stream().filter(first::contains).toList();
    }

    /** By how much the queue's own counters are too high, as far as that is certain; null when nothing was counted. */
    @Nullable
    Long surplus() {
        return surplus;
    }

    private List<Miscount> count(Set<String> moved) {
        Lifetime begin = lifetime();
        Map<String, Tally> before = tallyActive();
        Lifetime end = lifetime();
        surplus = surplus(begin, end, before.values().stream().mapToLong(Tally::unfinished).sum());
        Map<String, long[]> counts = countPlaces();
        List<String> differing = before.values().stream()
                .filter(tally -> !tally.counters().equals(counted(counts, tally.group())))
                .map(Tally::group)
                .toList();
        List<Miscount> wrong = new ArrayList<>();
        forEach(differing, after -> {
            String mark = before.get(after.group()).mark();
            if (after.mark().equals(mark)) {
                wrong.add(new Miscount(after.group(), mark, counted(counts, after.group())));
            } else {
                moved.add(after.group());
            }
        });
        return wrong;
    }

    /** Jobs that came or ended during the count make it uncertain by as many. */
    private static long surplus(Lifetime begin, Lifetime end, long counted) {
        long came = end.enqueued() + end.retried() - begin.enqueued() - begin.retried();
        long ended = end.completed() + end.failed() + end.cancelled()
                - begin.completed() - begin.failed() - begin.cancelled();
        long least = begin.unfinished() - ended;
        long most = begin.unfinished() + came;
        return counted < least ? least - counted : counted > most ? most - counted : 0;
    }

    private Lifetime lifetime() {
        return QueueControl.of(queue).survey().lifetime();
    }

    private Map<String, Tally> tallyActive() {
        Map<String, Tally> tallies = new HashMap<>();
        books.groupsIn("active-groups", groups -> forEach(groups, tally -> tallies.put(tally.group(), tally)));
        return tallies;
    }

    private void forEach(List<String> groups, Consumer<Tally> action) {
        for (int from = 0; from < groups.size(); from += GROUPS_PER_STEP) {
            books.tally(groups.subList(from, Math.min(from + GROUPS_PER_STEP, groups.size())), false).forEach(action);
        }
    }

    private Map<String, long[]> countPlaces() {
        Map<String, long[]> counts = new HashMap<>();
        IdSet seen = new IdSet();
        List<Place> counted = List.of(Place.READY, Place.IN_FLIGHT, Place.NON_READY);
        for (int i = 0; i < counted.size(); i++) {
            String cursor = "";
            do {
                Mustered step = places.muster(counted.get(i), "", cursor);
                for (Member member : step.members()) {
                    if (seen.add(member.id())) {
                        counts.computeIfAbsent(member.group(), group -> new long[counted.size()])[i]++;
                    }
                }
                cursor = step.cursor();
            } while (!cursor.isEmpty());
        }
        return counts;
    }

    private static Counted counted(Map<String, long[]> counts, String group) {
        long[] of = counts.getOrDefault(group, new long[3]);
        return new Counted(of[0] + of[1], of[1], of[2]);
    }
}
