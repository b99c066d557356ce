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

/** The fair queue in plain Java, one serve at a time; the scripts must give the same order in any batch. */
final class FairModel {

    private static final double STEP = 1 / 1024.0;

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
        boolean finished = true;
        final Deque<String> pending = new ArrayDeque<>();

        Group(String id) {
            this.id = id;
        }
    }

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

    List<String> fetch(int limit, long now) {
        List<String> served = new ArrayList<>();
        while (served.size() < limit) {
            Group best = best();
            if (best == null) {
                return served;
            }
            noteDelay(best);
            served.add(best.pending.remove());
            best.lastServedAt = nextServe(now);
            rescore(best);
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

    private @Nullable Group best() {
        return groups.values().stream()
                .filter(group -> !group.pending.isEmpty())
                .min(Comparator.<Group, PriorityLevel>comparing(group -> group.level)
                        .thenComparing(group -> -group.score)
                        .thenComparing(group -> group.id, Comparator.reverseOrder()))
                .orElse(null);
    }

    private void noteDelay(Group best) {
        groups.values().stream()
                .filter(group -> group.level == best.level && !group.pending.isEmpty())
                .forEach(group -> worstDelay = Math.max(worstDelay, best.lastServedAt - group.lastServedAt));
    }

    private double nextServe(long now) {
        servedAt = Math.max(now, servedAt + STEP);
        return servedAt;
    }

    private void rescore(Group group) {
        group.score = calculator.score(group.lastServedAt, group.base, group.done, group.total);
    }
}
