package io.bulkaction.internal.metrics;

import io.bulkaction.GroupId;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pending jobs of the largest groups. Off by default: a series for every group is more than Prometheus can take. */
final class GroupGauges {

    private static final int MAX_GROUPS = 100;

    private static final Comparator<Map.Entry<GroupId, Long>> LARGEST_FIRST =
            Map.Entry.<GroupId, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

    private final QueueMeters meters;
    private @Nullable MultiGauge pending;

    GroupGauges(QueueMeters meters) {
        this.meters = meters;
    }

    synchronized void show(Map<GroupId, Long> jobs, int most) {
        if (pending == null) {
            pending = meters.multiGauge("bulk.action.group.pending.jobs", "Pending jobs of the largest groups");
        }
        List<MultiGauge.Row<?>> rows = jobs.entrySet().stream()
                .sorted(LARGEST_FIRST)
                .limit(Math.clamp(most, 0, MAX_GROUPS)).<MultiGauge.Row<?>>map(
                        group -> MultiGauge.Row.of(Tags.of("groupId", group.getKey().value()), group.getValue()))
                .toList();
        pending.register(rows, true);
    }
}
