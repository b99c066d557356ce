package io.bulkaction.internal.metrics;

import io.bulkaction.GroupId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many jobs of which groups this instance has ended since somebody last asked. Its memory is bounded. */
public final class RecentGroups {

    /** Beyond that many groups only the sum is counted: a chart shows the largest few. */
    private static final int MAX_GROUPS = 10_000;

    private Map<GroupId, Integer> jobs = new HashMap<>();
    private long total;

    /** @param all jobs of all groups; {@code largest} has some of them, those of the largest groups */
    public record Ended(long all, Map<GroupId, Integer> largest) {}

    synchronized void add(GroupId group) {
        total++;
        if (jobs.size() < MAX_GROUPS || jobs.containsKey(group)) {
            jobs.merge(group, 1, Integer::sum);
        }
    }

    /** Begins again from nothing. */
    Ended take(int most) {
        Map<GroupId, Integer> taken;
        long all;
        synchronized (this) {
            taken = jobs;
            all = total;
            jobs = new HashMap<>();
            total = 0;
        }
        Map<GroupId, Integer> largest = new LinkedHashMap<>();
        taken.entrySet().stream()
                .sorted(Map.Entry.<GroupId, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .forEach(group -> largest.put(group.getKey(), group.getValue()));
        return new Ended(all, largest);
    }
}
