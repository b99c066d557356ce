package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Counters.Counted;
import io.bulkaction.internal.doctor.Counters.Miscount;
import io.bulkaction.internal.doctor.Counters.Tally;
import io.bulkaction.internal.doctor.Places.Member;
import io.bulkaction.internal.doctor.Places.Mustered;
import io.bulkaction.internal.doctor.Places.Place;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus.Lifetime;
import io.bulkaction.internal.redis.Steps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the jobs of a queue that is too large to be counted in one step. A group is reported only if none of its jobs
 * moved meanwhile and it is wrong by the same numbers twice; the queue's own counters only if what moved cannot explain
 * the difference.
 */
final class StepwiseCount {

    private static final int GROUPS_PER_STEP = 100;

    private final Partition partition;
    private final Counters counters;
    private final Places places;
    private final ReportDraft report;
    private @Nullable Long surplus;

    StepwiseCount(Partition partition, ReportDraft report) {
        this.partition = partition;
        this.counters = Counters.of(partition);
        this.places = Places.of(partition);
        this.report = report;
    }

    List<Miscount> run() {
        Set<String> moved = new HashSet<>();
        List<Miscount> first = count(moved);
        List<Miscount> confirmed = first.isEmpty() ? first : count(new HashSet<>());
        if (!moved.isEmpty()) {
            report.unproven("counters of " + moved.size() + " groups whose jobs moved while they were counted");
        }
        return confirmed.stream().filter(first::contains).toList();
    }

    /** By how much the queue's own counters are certainly too high; null if nothing was counted. */
    @Nullable
    Long surplus() {
        return surplus;
    }

    private List<Miscount> count(Set<String> moved) {
        Lifetime begin = lifetime();
        Map<String, Tally> before = tallyOpen();
        Lifetime end = lifetime();
        surplus = surplus(begin, end, before.values().stream().mapToLong(Tally::unfinished).sum());
        Map<String, long[]> counts = countPlaces();
        List<String> differing = before.values().stream()
                .filter(tally -> !tally.counters().equals(counted(counts, tally.group())))
                .map(Tally::group)
                .toList();
        List<Miscount> wrong = new ArrayList<>();
        forEach(differing, after -> {
            String fingerprint = before.get(after.group()).fingerprint();
            if (after.fingerprint().equals(fingerprint)) {
                wrong.add(new Miscount(after.group(), fingerprint, counted(counts, after.group())));
            } else {
                moved.add(after.group());
            }
        });
        return wrong;
    }

    /** Each job that came or ended during the count makes it uncertain by one. */
    private static long surplus(Lifetime begin, Lifetime end, long counted) {
        long came = end.enqueued() + end.retried() - begin.enqueued() - begin.retried();
        long ended = end.completed() + end.failed() + end.cancelled()
                - begin.completed() - begin.failed() - begin.cancelled();
        long least = begin.unfinished() - ended;
        long most = begin.unfinished() + came;
        return counted < least ? least - counted : counted > most ? most - counted : 0;
    }

    private Lifetime lifetime() {
        return QueueControl.survey(partition).lifetime();
    }

    private Map<String, Tally> tallyOpen() {
        Map<String, Tally> tallies = new HashMap<>();
        counters.openGroups(groups -> forEach(groups, tally -> tallies.put(tally.group(), tally)));
        return tallies;
    }

    private void forEach(List<String> groups, Consumer<Tally> action) {
        Steps.of(groups, GROUPS_PER_STEP).forEach(step -> counters.tally(step, false).forEach(action));
    }

    private Map<String, long[]> countPlaces() {
        Map<String, long[]> counts = new HashMap<>();
        IdSet seen = new IdSet();
        List<Place> counted = List.of(Place.READY, Place.READY_FRONT, Place.IN_FLIGHT, Place.NON_READY);
        for (int i = 0; i < counted.size(); i++) {
            String cursor = "";
            do {
                Mustered step = places.muster(counted.get(i), "", cursor);
                for (Member member : step.members()) {
                    if (seen.add(member.name())) {
                        counts.computeIfAbsent(member.group(), group -> new long[counted.size()])[i]++;
                    }
                }
                cursor = step.cursor();
            } while (!cursor.isEmpty());
        }
        return counts;
    }

    private static Counted counted(Map<String, long[]> counts, String group) {
        long[] of = counts.getOrDefault(group, new long[4]);
        return new Counted(of[0] + of[1] + of[2], of[2], of[3]);
    }
}
