package io.bulkaction.internal.flow;

import io.bulkaction.internal.settings.QueueSettings;

/** Reference of the fair order's formula. The scripts compute it in {@code lua/lib/fair.lua}; tests hold both together. */
final class PriorityCalculator {

    private final double alpha;
    private final double maxBoost;
    private final long nearlyFinished;

    public PriorityCalculator(QueueSettings.FairQueue settings) {
        this.alpha = settings.alpha();
        this.maxBoost = settings.maxBoost().toMillis();
        this.nearlyFinished = settings.nearlyFinished();
    }

    /**
     * Score of a group; the highest is served first.
     *
     * @param lastServedAt epoch milliseconds; the fraction keeps the order of serves within one millisecond
     */
    public double score(double lastServedAt, double basePriority, long doneJobs, long totalJobs) {
        long left = Math.max(1, totalJobs - doneJobs);
        double boost = alpha * doneJobs / left;
        if (boost > 0 && left > nearlyFinished) {
            boost = 0;
        }
        return -lastServedAt + basePriority + Math.max(-maxBoost, Math.min(maxBoost, boost));
    }
}
