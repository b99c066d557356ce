package io.bulkaction.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Shares what the workers can take among the partitions that have work: in proportion to the tenants that wait there, so that
 * each tenant gets the same wherever it is. Tenants of a higher level go first, also over partitions. What a partition did
 * not get of its share in one round it gets in the next: a round may be too small for all of them. For one thread.
 */
final class PartitionTurns {

    /** What a partition may be behind or ahead of its share, in jobs: no one makes up for a long time alone. */
    private static final double MAX_CREDIT = 2_000;

    private final double[] credit;
    private final int[] got;
    private final long[][] waiting;
    private final Set<Integer> owed = new HashSet<>();
    private int level;

    PartitionTurns(int partitions) {
        this.credit = new double[partitions];
        this.got = new int[partitions];
        this.waiting = new long[partitions][];
        Arrays.setAll(waiting, partition -> new long[] {0, 1, 0});
    }

    /** @param perLevel tenants, and groups without one, that wait in a partition, the highest level first */
    void waiting(int partition, long[] perLevel) {
        waiting[partition] = perLevel;
    }

    /** So many jobs of a partition. */
    record Slice(int partition, int jobs) {}

    /**
     * @param withWork partitions that may have jobs
     * @param jobs what there is to share
     * @param atLeast hardly any slice is smaller, because a call costs as much as some jobs
     */
    List<Slice> share(List<Integer> withWork, int jobs, int atLeast) {
        settle();
        owed.addAll(withWork);
        level = firstLevel(withWork);
        double all = withWork.stream().mapToDouble(this::weight).sum();
        double mean = withWork.stream().mapToDouble(partition -> credit[partition]).average().orElse(0);
        double[] due = new double[credit.length];
        for (int partition : withWork) {
            credit[partition] = bounded(credit[partition] - mean); // why: only their differences count, and must not drift
            due[partition] = credit[partition] + jobs * weight(partition) / all;
        }
        List<Slice> slices = new ArrayList<>();
        int left = jobs;
        List<Integer> inOrder = withWork.stream()
                .sorted(Comparator.<Integer>comparingDouble(partition -> -due[partition])
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        for (int partition : inOrder) {
            int slice = Math.min(left, Math.max(atLeast, (int) Math.round(due[partition])));
            if (left - slice < atLeast / 2) {
                slice = left;
            }
            if (slice > 0) {
                slices.add(new Slice(partition, slice));
                left -= slice;
            }
        }
        return slices;
    }

    void got(int partition, int jobs) {
        got[partition] += jobs;
    }

    /** A partition without work has nothing to make up for. */
    void ranEmpty(int partition) {
        credit[partition] = Math.min(0, credit[partition]);
        owed.remove(partition);
    }

    /** Everybody who had work in the last round is due a part of what it brought, which may be less than it asked for. */
    private void settle() {
        int brought = IntStream.of(got).sum();
        double all = owed.stream().mapToDouble(this::weight).sum();
        for (int partition : owed) {
            credit[partition] = bounded(credit[partition] + brought * weight(partition) / all - got[partition]);
        }
        owed.clear();
        Arrays.fill(got, 0);
    }

    private int firstLevel(List<Integer> withWork) {
        return IntStream.range(0, 3)
                .filter(level -> withWork.stream().anyMatch(partition -> waiting[partition][level] > 0))
                .findFirst()
                .orElse(1);
    }

    /** Those that have only lower levels get what the others leave: hardly any of a share, but they are asked. */
    private double weight(int partition) {
        long tenants = waiting[partition][level];
        return tenants > 0 ? tenants : 1e-6;
    }

    private static double bounded(double value) {
        return Math.max(-MAX_CREDIT, Math.min(MAX_CREDIT, value));
    }
}
