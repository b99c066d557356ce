package io.bulkaction.web.admin;

import io.bulkaction.group.GroupProgress;
import io.bulkaction.job.GroupId;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.history.QueueHistory;
import io.bulkaction.queue.CongestionControl;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.Queues;
import io.bulkaction.queue.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Adds to the progress of groups what they get. A page costs a few round trips, whatever the number of groups. */
@Component
final class GroupRows {

    private final Queues queues;
    private final QueueHistory history;

    GroupRows(Queues queues, QueueHistory history) {
        this.queues = queues;
        this.history = history;
    }

    List<GroupRow> of(QueueName name, List<GroupProgress> groups) {
        Queue queue = queues.get(name);
        List<GroupId> ids = groups.stream().map(GroupProgress::groupId).toList();
        List<RateLimiter.Status> rates = queue.rateLimiter().statuses(ids);
        List<CongestionControl.Status> congestion = queue.congestion().statuses(ids);
        OptionalDouble throughput = history.jobsPerSecond(name);
        List<GroupRow> rows = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            GroupProgress group = groups.get(i);
            rows.add(group.status().isFinished()
                    ? new GroupRow(group, null, null, null, null)
                    : new GroupRow(
                            group,
                            share(group, throughput),
                            rounded(1.0 / Math.max(1, rates.get(i).activeGroups())),
                            GroupRow.RateUse.of(rates.get(i)),
                            GroupRow.Congestion.of(congestion.get(i))));
        }
        return rows;
    }

    /** At most all of it: the two rates are measured at slightly different moments. */
    private static @Nullable Double share(GroupProgress group, OptionalDouble throughput) {
        double all = throughput.orElse(0);
        return all <= 0 ? null : Double.valueOf(rounded(Math.min(1, group.jobsPerSecond() / all)));
    }

    private static double rounded(double part) {
        return Math.round(part * 1_000_000) / 1_000_000.0;
    }
}
