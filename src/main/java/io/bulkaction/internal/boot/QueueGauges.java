package io.bulkaction.internal.boot;

import io.bulkaction.internal.flow.LargestGroups;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.metrics.QueueSnapshot;
import io.bulkaction.internal.operate.QueueCounts;
import io.bulkaction.internal.operate.QueueState;
import io.bulkaction.internal.operate.Survey;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads what the gauges of a queue show, in a few calls per scrape. */
final class QueueGauges {

    private final Queue queue;
    private final QueueMetrics metrics;
    private final int topGroups;
    private final LargestGroups largest;

    /** @param topGroups how many groups have a series of their own */
    QueueGauges(Queue queue, QueueMetrics metrics, int topGroups) {
        this.queue = queue;
        this.metrics = metrics;
        this.topGroups = topGroups;
        this.largest = queue.fairQueue().largestGroups(topGroups);
    }

    QueueSnapshot read() {
        Survey survey = QueueState.of(queue).survey();
        QueueCounts counts = survey.counts();
        if (topGroups > 0) {
            metrics.showPending(largest.look(), topGroups);
        }
        return new QueueSnapshot(
                counts.ready(),
                counts.nonReady(),
                counts.inFlight(),
                counts.deadLetters(),
                survey.pause().isPresent(),
                counts.groups(),
                congestionLevels());
    }

    private Map<String, Long> congestionLevels() {
        Map<String, Long> levels = new TreeMap<>();
        queue.congestion().groupsPerLevel()
                .forEach((level, groups) -> levels.put(level.name().toLowerCase(Locale.ROOT), groups));
        return levels;
    }
}
