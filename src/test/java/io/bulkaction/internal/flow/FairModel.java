package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fair queue in plain Java: who is next by score, how much by deficit round robin. The scripts must serve in the same
 * order, batch by batch.
 */
final class FairModel {

    private static final double STEP = 1 / 1024.0;
    private static final double ROUNDING = 1e-9;

    private final PriorityCalculator calculator;
    private final Map<String, Group> groups = new TreeMap<>();
    private final Set<String> known = new HashSet<>();
    private double servedAt;

    /** How much later than somebody still waiting a served group was served before, at worst; one level at a time. */
    private double worstDelay;

    FairModel(QueueSettings settings) {
        this.calculator = new PriorityCalculator(settings.fairQueue());
    }

    static final class Group {
        final String id;
        PriorityLevel level = PriorityLevel.NORMAL;
        long base;
        long total;
        long done;
        double lastServedAt;
        double score;
        double weight = 1;
        double credit;
        boolean finished = true;
        final Deque<String> pending = new ArrayDeque<>();

        Group(String id) {
            this.id = id;
        }
    }

    /** What a group got at one turn. */
    private record Turn(Group group, double lift, List<String> jobs) {}

    /** Returns how many jobs were new. */
    int enqueue(String id, @Nullable PriorityLevel level, @Nullable Long base, List<String> jobs, long now) {
        Group group = groups.computeIfAbsent(id, Group::new);
        List<String> fresh = jobs.stream().filter(known::add).toList();
        // what was sent before changes nothing of a run that has ended, with or without its result
        if (fresh.isEmpty() && (group.finished || group.done == group.total)) {
            return 0;
        }
        if (group.finished) {
            group.finished = false;
            group.total = 0;
            group.done = 0;
        }
        group.level = level == null ? group.level : level;
        group.base = base == null ? group.base : base;
        group.total += fresh.size();
        if (group.pending.isEmpty() && !fresh.isEmpty()) {
            group.lastServedAt = nextServe(now);
        }
        group.pending.addAll(fresh);
        rescore(group);
        return fresh.size();
    }

    void weigh(String id, double weight) {
        groups.computeIfAbsent(id, Group::new).weight = weight;
    }

    /** One batch. */
    List<String> fetch(int limit, long now) {
        List<String> served = new ArrayList<>();
        for (PriorityLevel level : PriorityLevel.values()) {
            serve(level, limit - served.size(), now).forEach(lap -> served.addAll(inTurn(lap)));
        }
        return served;
    }

    /** In a lap groups of the same priority have one turn each. */
    private List<List<Turn>> serve(PriorityLevel level, int jobs, long now) {
        List<List<Turn>> laps = new ArrayList<>();
        Set<Group> met = new HashSet<>();
        int size = waiting(level).size();
        int turn = Math.max(1, jobs / Math.max(1, size));
        boolean allFit = turn * size <= jobs;
        for (int left = jobs; left > 0 && !waiting(level).isEmpty();) {
            Group best = waiting(level).getFirst();
            noteDelay(best);
            if (allFit && met.containsAll(waiting(level)) && !laps.isEmpty() && hasTurn(laps.getLast(), best)) {
                turn = Math.max(1, left / waiting(level).size());
            }
            met.add(best);
            List<String> served = serve(best, turn, left, now);
            left -= served.size();
            if (!served.isEmpty()) {
                Turn next = new Turn(best, lift(best), served);
                if (laps.isEmpty() || hasTurn(laps.getLast(), best) || laps.getLast().getLast().lift() != next.lift()) {
                    laps.add(new ArrayList<>());
                }
                laps.getLast().add(next);
            }
        }
        return laps;
    }

    private static boolean hasTurn(List<Turn> lap, Group group) {
        return lap.stream().anyMatch(turn -> turn.group() == group);
    }

    private List<String> serve(Group group, int turn, int left, long now) {
        double size = turn * group.weight;
        group.credit += group.credit < 1 ? size : 0;
        int affordable = (int) Math.floor(group.credit + ROUNDING);
        int count = Math.min(affordable, Math.min(group.pending.size(), left));
        boolean isCut = count == left && count < group.pending.size() && affordable > count;
        List<String> served = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            served.add(group.pending.remove());
        }
        group.credit = group.pending.isEmpty() ? 0 : Math.min(group.credit - count, Math.max(size, 1));
        if (!isCut) {
            group.lastServedAt = nextServe(now);
            rescore(group);
        }
        return served;
    }

    /** A job of each, round after round. */
    private static List<String> inTurn(List<Turn> lap) {
        List<String> served = new ArrayList<>();
        int longest = lap.stream().mapToInt(turn -> turn.jobs().size()).max().orElse(0);
        for (int round = 0; round < longest; round++) {
            for (Turn turn : lap) {
                if (round < turn.jobs().size()) {
                    served.add(turn.jobs().get(round));
                }
            }
        }
        return served;
    }

    void complete(String id) {
        groups.get(id).done++;
    }

    boolean allDone(String id) {
        Group group = groups.get(id);
        return group != null && !group.finished && group.done == group.total;
    }

    void finish(String id) {
        groups.get(id).finished = true;
    }

    double worstDelay() {
        return worstDelay;
    }

    /** Best first. */
    private List<Group> waiting(PriorityLevel level) {
        return groups.values().stream()
                .filter(group -> group.level == level && !group.pending.isEmpty())
                .sorted(Comparator.<Group>comparingDouble(group -> -group.score)
                        .thenComparing(group -> group.id, Comparator.reverseOrder()))
                .toList();
    }

    private void noteDelay(Group best) {
        waiting(best.level).forEach(
                group -> worstDelay = Math.max(worstDelay, best.lastServedAt - group.lastServedAt));
    }

    private double nextServe(long now) {
        servedAt = Math.max(now, servedAt + STEP);
        return servedAt;
    }

    private double lift(Group group) {
        return calculator.score(0, group.base, group.done, group.total);
    }

    private void rescore(Group group) {
        group.score = calculator.score(group.lastServedAt, group.base, group.done, group.total);
    }
}
