package io.bulkaction.queue;

import io.bulkaction.settings.QueueSettings;

/** Reference of the fair order's formula. The scripts compute it in {@code lua/lib/fair.lua}; tests hold both together. */
public final class PriorityCalculator {

    private final double alpha;
    private final double maxBoost;

    public PriorityCalculator(QueueSettings.FairQueue settings) {
        this.alpha = settings.alpha();
        this.maxBoost = settings.maxBoost().toMillis();
    }

    /**
     * Score of a group; the highest is served first.
     *
     * @param lastServedAt epoch milliseconds; the fraction keeps the order of serves within one millisecond
     */
    public double score(double lastServedAt, double basePriority, long doneJobs, long totalJobs) {
        double boost = alpha * doneJobs / Math.max(1, totalJobs - doneJobs);
        return -lastServedAt + basePriority + Math.max(-maxBoost, Math.min(maxBoost, boost));
    }
}
