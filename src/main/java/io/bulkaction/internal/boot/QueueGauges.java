package io.bulkaction.internal.boot;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.CongestionLevel;
import io.bulkaction.internal.flow.LargestGroups;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.metrics.Gauges;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Shows the status of a queue as gauges, with a few calls of Redis per scrape. */
final class QueueGauges {

    private QueueGauges() {}

    /** @param topGroups how many groups have a series of their own, where groups are shown */
    static void show(Queue queue, QueueMetrics metrics, int topGroups, BooleanSupplier areGroupsShown) {
        LargestGroups largest = queue.largestGroups(topGroups);
        Gauges<QueueStatus> status = metrics.gauges(() -> {
            if (topGroups > 0 && areGroupsShown.getAsBoolean()) {
                metrics.showPending(largest.look(), topGroups);
            }
            return QueueControl.of(queue).survey();
        });
        status.ready(QueueStatus::ready)
                .nonReady(QueueStatus::nonReady)
                .inFlight(QueueStatus::inFlight)
                .deadLetters(QueueStatus::deadLetters)
                .scheduled(QueueStatus::scheduled)
                .expired(read -> read.lifetime().expired())
                .paused(read -> read.isPaused() ? 1 : 0);
        for (PriorityLevel level : PriorityLevel.values()) {
            status.groups(level, read -> read.groups().get(level));
        }
        Gauges<Map<CongestionLevel, Long>> congestion = metrics.gauges(queue.congestion()::groupsPerLevel);
        for (CongestionLevel level : CongestionLevel.values()) {
            congestion.congestion(level, groups -> groups.get(level));
        }
    }
}
