package io.bulkaction.internal.boot;

import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Says of all queues, of one and of a group why they are where they are. Only reads. */
@Endpoint(id = "bulkaction")
final class BulkActionEndpoint {

    private final Explainer explainer;

    BulkActionEndpoint(Explainer explainer) {
        this.explainer = explainer;
    }

    @ReadOperation
    Map<String, Explanation> queues() {
        Map<String, Explanation> queues = new TreeMap<>();
        explainer.all().forEach((name, why) -> queues.put(name.value(), why));
        return queues;
    }

    /**
     * @param path the name of a queue, and the id of a group behind it if that is meant
     * @return null for what does not exist
     */
    @ReadOperation
    @Nullable
    Explanation explain(@Selector(match = Selector.Match.ALL_REMAINING) String... path) {
        QueueName queue = new QueueName(path[0]);
        if (path.length == 1) {
            return explainer.all().get(queue);
        }
        String group = String.join("/", path).substring(path[0].length() + 1);
        return explainer.all().containsKey(queue) ? explainer.group(queue, new GroupId(group)).orElse(null) : null;
    }
}
