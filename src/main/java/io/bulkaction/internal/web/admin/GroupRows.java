package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.CongestionControl;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Adds what groups get to their progress. A page costs a few round trips to Redis, however many groups it has. */
@Component
final class GroupRows {

    private final Queues queues;

    GroupRows(Queues queues) {
        this.queues = queues;
    }

    List<GroupRow> of(QueueName name, List<GroupProgress> groups) {
        Queue queue = queues.get(name);
        List<GroupId> ids = groups.stream().map(GroupProgress::groupId).toList();
        List<RateLimiter.Status> rates = queue.rateLimiter().statuses(ids);
        List<CongestionControl.Status> congestion = queue.congestion().statuses(ids);
        List<GroupRow> rows = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            GroupProgress group = groups.get(i);
            rows.add(group.status().isFinished()
                    ? new GroupRow(group, null, null, null)
                    : new GroupRow(
                            group,
                            rounded(rates.get(i).share()),
                            GroupRow.RateUse.of(rates.get(i)),
                            GroupRow.Congestion.of(congestion.get(i))));
        }
        return rows;
    }

    private static double rounded(double part) {
        return Math.round(part * 1_000_000) / 1_000_000.0;
    }
}
