package io.bulkaction.internal.boot;

import io.bulkaction.Explanation;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.explain.QueueJudge;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says of every queue whether it can make progress. A queue that cannot, because it is paused, has no workers or has stalled,
 * makes it OUT_OF_SERVICE. It belongs to no probe: a restart of this instance would not help.
 */
final class QueuesHealth implements HealthIndicator {

    private final Explainer explainer;

    QueuesHealth(Explainer explainer) {
        this.explainer = explainer;
    }

    @Override
    public Health health() {
        Map<String, String> queues = new LinkedHashMap<>();
        boolean isStuck = false;
        for (var queue : explainer.all().entrySet()) {
            Explanation why = queue.getValue();
            queues.put(queue.getKey().value(), why.code() + ": " + why.sentence());
            isStuck |= QueueJudge.isStuck(why);
        }
        return (isStuck ? Health.outOfService() : Health.up()).withDetail("queues", queues).build();
    }
}
