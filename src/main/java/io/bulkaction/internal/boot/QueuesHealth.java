package io.bulkaction.internal.boot;

import io.bulkaction.Explanation;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.explain.QueueJudge;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Says of every queue that this instance works on whether it can make progress. A queue that cannot, because it is paused, has no workers or has stalled,
 * makes it STUCK. That is none of the statuses that the health of a process is made of: a pause by a person
 * must not take instances out of service, and a restart would not help. It counts in a health group of its own.
 */
final class QueuesHealth implements HealthIndicator {

    static final Status STUCK = new Status("STUCK", "a queue cannot make progress");

    private final Explainer explainer;
    private final Set<QueueName> own;

    QueuesHealth(Explainer explainer, Set<QueueName> own) {
        this.explainer = explainer;
        this.own = own;
    }

    @Override
    public Health health() {
        Map<String, String> queues = new LinkedHashMap<>();
        boolean isStuck = false;
        for (QueueName queue : own) {
            Explanation why = explainer.queue(queue);
            queues.put(queue.value(), why.code() + ": " + why.sentence());
            isStuck |= QueueJudge.isStuck(why);
        }
        return (isStuck ? Health.status(STUCK) : Health.up()).withDetail("queues", queues).build();
    }
}
