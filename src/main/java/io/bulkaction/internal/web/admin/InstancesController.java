package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Roster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The instances that work on a queue. */
@RestController
final class InstancesController {

    private final Queues queues;

    InstancesController(Queues queues) {
        this.queues = queues;
    }

    /** Live ones first; one that fell silent without leaving is shown until it is forgotten. */
    @GetMapping("/admin/queue/instances")
    InstancesResponse instances(@RequestParam(defaultValue = "default") QueueName queue) {
        Roster roster = queues.get(queue).home().instances().look();
        return new InstancesResponse(
                roster.at(),
                Stream.concat(
                        roster.live().stream().map(instance -> InstanceRow.of(instance, true, roster.at())),
                        roster.lost().stream().map(instance -> InstanceRow.of(instance, false, roster.at())))
                        .toList());
    }

    record InstancesResponse(Instant at, List<InstanceRow> items) {}

    /** @param silentMillis since the last heartbeat */
    record InstanceRow(
            String id,
            boolean alive,
            String host,
            String version,
            int workers,
            Instant startedAt,
            Instant heartbeat,
            long silentMillis,
            List<String> processorTypes) {

        static InstanceRow of(Instance instance, boolean alive, Instant at) {
            return new InstanceRow(
                    instance.id(),
                    alive,
                    instance.host(),
                    instance.version(),
                    instance.workers(),
                    instance.startedAt(),
                    instance.heartbeat(),
                    Math.max(0, Duration.between(instance.heartbeat(), at).toMillis()),
                    instance.types().stream().sorted().toList());
        }
    }
}
