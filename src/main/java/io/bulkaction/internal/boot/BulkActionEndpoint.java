package io.bulkaction.internal.boot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.outbox.OutboxStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** How all queues stand, or one, and why a group is where it is. Only reads. */
@Endpoint(id = "bulkaction")
final class BulkActionEndpoint {

    private final Queues queues;
    private final Explainer explainer;
    private final Supplier<Optional<OutboxStatus>> outbox;

    /** @param outbox empty where there is none */
    BulkActionEndpoint(Queues queues, Explainer explainer, Supplier<Optional<OutboxStatus>> outbox) {
        this.queues = queues;
        this.explainer = explainer;
        this.outbox = outbox;
    }

    /** @param outbox null where there is none, or its database does not answer */
    record Overview(
            Map<String, QueueView> queues, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable OutboxStatus outbox) {}

    /** @param status null while Redis does not answer */
    record QueueView(Explanation explanation, @Nullable Status status) {}

    /**
     * @param waiting jobs that wait for their turn or for a worker
     * @param active jobs that run
     * @param delayed jobs that wait for a time
     * @param openAlerts what is wrong now
     */
    record Status(
            boolean paused,
            @Nullable Instant pausedAt,
            @Nullable String pausedBy,
            @Nullable String pauseReason,
            long groups,
            long waiting,
            long active,
            long delayed,
            long deadLetters,
            long completed,
            double jobsPerSecond,
            int openAlerts,
            List<InstanceView> instances) {

        static Status of(QueueStatus status) {
            Optional<QueueStatus.Pause> pause = status.pause();
            return new Status(
                    status.isPaused(),
                    pause.map(QueueStatus.Pause::since).orElse(null),
                    pause.map(QueueStatus.Pause::by).orElse(null),
                    pause.map(QueueStatus.Pause::reason).orElse(null),
                    status.activeGroups(),
                    status.waiting(),
                    status.inFlight(),
                    status.nonReady() + status.scheduled(),
                    status.deadLetters(),
                    status.lifetime().completed(),
                    Math.round(status.jobsPerSecond() * 100) / 100.0,
                    status.alerts().size(),
                    status.instances().live().stream().map(InstanceView::of).toList());
        }
    }

    record InstanceView(String id, String host, String version, Instant startedAt, int workers) {

        static InstanceView of(Instance instance) {
            return new InstanceView(
                    instance.id(), instance.host(), instance.version(), instance.startedAt(), instance.workers());
        }
    }

    @ReadOperation
    Overview queues() {
        Map<String, QueueView> views = new TreeMap<>();
        queues.all().forEach(queue -> views.put(queue.name().value(), view(queue)));
        return new Overview(views, outbox.get().orElse(null));
    }

    /**
     * @param path the name of a queue, and the id of a group behind it if that is meant
     * @return null for what does not exist
     */
    @ReadOperation
    @Nullable
    Object one(@Selector(match = Selector.Match.ALL_REMAINING) String... path) {
        QueueName name = new QueueName(path[0]);
        Optional<Queue> queue = queues.all().stream().filter(each -> each.name().equals(name)).findAny();
        if (path.length == 1 || queue.isEmpty()) {
            return queue.map(this::view).orElse(null);
        }
        String group = String.join("/", path).substring(path[0].length() + 1);
        return explainer.group(name, new GroupId(group)).orElse(null);
    }

    private QueueView view(Queue queue) {
        return new QueueView(explainer.queue(queue.name()), status(queue));
    }

    private static @Nullable Status status(Queue queue) {
        try {
            return Status.of(QueueControl.of(queue).survey());
        } catch (RedisUnavailableException away) {
            return null; // the explanation says so
        }
    }
}
