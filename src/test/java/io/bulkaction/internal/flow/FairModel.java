package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
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
    private final Map<PriorityLevel, Lap> laps = new EnumMap<>(PriorityLevel.class);
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

    /** Every group of a level has one turn in it, and all turns are equally long. */
    private static final class Lap {
        double since;
        int turn = 1;
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

    /** For the group of a batch that was just sent; one that has changed nothing does not change the weight either. */
    void weigh(String id, double weight) {
        Group group = groups.get(id);
        if (!group.finished && group.done < group.total) {
            group.weight = weight;
        }
    }

    /** One batch. */
    List<String> fetch(int limit, long now) {
        List<String> served = new ArrayList<>();
        for (PriorityLevel level : PriorityLevel.values()) {
            served.addAll(inLaps(serve(level, limit - served.size(), now)));
        }
        return served;
    }

    private List<Turn> serve(PriorityLevel level, int jobs, long now) {
        List<Turn> turns = new ArrayList<>();
        Set<Group> met = new HashSet<>();
        Lap lap = laps.computeIfAbsent(level, any -> new Lap());
        int inVain = 0;
        for (int left = jobs; left > 0 && !waiting(level).isEmpty();) {
            Group best = waiting(level).getFirst();
            noteDelay(best);
            if (best.lastServedAt >= lap.since) {
                lap.since = Math.max(now, servedAt + STEP);
                lap.turn = Math.max(1, left / waiting(level).size());
            }
            met.add(best);
            double lift = lift(best);
            List<String> served = serve(best, lap.turn, left, now);
            left -= served.size();
            turns.add(new Turn(best, lift, served));
            inVain = served.isEmpty() ? inVain + 1 : 0;
            if (inVain > 0 && inVain >= met.stream().filter(group -> !group.pending.isEmpty()).count()
                    && met.containsAll(waiting(level))) {
                skipLaps(waiting(level), lap.turn);
                inVain = 0;
            }
        }
        return turns;
    }

    /** Those in which nobody can pay for a job. */
    private static void skipLaps(List<Group> waiting, int turn) {
        double laps = waiting.stream()
                .mapToDouble(group -> Math.ceil((1 - group.credit) / (turn * group.weight) - ROUNDING) - 1)
                .min()
                .orElseThrow();
        waiting.forEach(group -> group.credit += Math.max(0, laps) * (turn * group.weight));
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
        group.credit = group.pending.isEmpty() ? 0 : group.credit - count;
        if (!isCut) {
            group.credit = Math.min(group.credit, Math.max(size, 1));
            group.lastServedAt = nextServe(now);
            rescore(group);
        }
        return served;
    }

    /** In a lap groups of the same priority have one turn each, and a job of each is served in turn. */
    private static List<String> inLaps(List<Turn> turns) {
        List<String> served = new ArrayList<>();
        for (int first = 0; first < turns.size();) {
            int next = first + 1;
            while (next < turns.size() && belongsTo(turns.subList(first, next), turns.get(next))) {
                next++;
            }
            List<Turn> lap = turns.subList(first, next);
            int longest = lap.stream().mapToInt(turn -> turn.jobs().size()).max().orElse(0);
            for (int round = 0; round < longest; round++) {
                for (Turn turn : lap) {
                    if (round < turn.jobs().size()) {
                        served.add(turn.jobs().get(round));
                    }
                }
            }
            first = next;
        }
        return served;
    }

    private static boolean belongsTo(List<Turn> lap, Turn turn) {
        return lap.getFirst().lift() == turn.lift() && lap.stream().noneMatch(each -> each.group() == turn.group());
    }

    void complete(String id) {
        Group group = groups.get(id);
        group.done++;
        group.finished = group.done == group.total;
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
