package io.bulkaction.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
    private final long[][] waiting;

    PartitionTurns(int partitions) {
        this.credit = new double[partitions];
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
     * @param atLeast no slice is smaller, because a call costs as much as some jobs, except for the last
     */
    List<Slice> share(List<Integer> withWork, int jobs, int atLeast) {
        int level = firstLevel(withWork);
        double all = withWork.stream().mapToDouble(partition -> weight(partition, level)).sum();
        withWork.forEach(partition -> credit[partition] =
                bounded(credit[partition] + jobs * weight(partition, level) / all));
        List<Slice> slices = new ArrayList<>();
        int left = jobs;
        List<Integer> inOrder = withWork.stream()
                .sorted(Comparator.<Integer>comparingDouble(partition -> -credit[partition])
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        for (int partition : inOrder) {
            int slice = Math.min(left, Math.max(atLeast, (int) Math.round(credit[partition])));
            if (slice > 0) {
                slices.add(new Slice(partition, slice));
                left -= slice;
            }
        }
        return slices;
    }

    void got(int partition, int jobs) {
        credit[partition] = bounded(credit[partition] - jobs);
    }

    /** A partition without work has nothing to make up for. */
    void ranEmpty(int partition) {
        credit[partition] = Math.min(0, credit[partition]);
    }

    private int firstLevel(List<Integer> withWork) {
        return IntStream.range(0, 3)
                .filter(level -> withWork.stream().anyMatch(partition -> waiting[partition][level] > 0))
                .findFirst()
                .orElse(1);
    }

    /** Those that have only lower levels get what the others leave: hardly any of a share, but they are asked. */
    private double weight(int partition, int level) {
        long tenants = waiting[partition][level];
        return tenants > 0 ? tenants : 1e-6;
    }

    private static double bounded(double value) {
        return Math.max(-MAX_CREDIT, Math.min(MAX_CREDIT, value));
    }
}
