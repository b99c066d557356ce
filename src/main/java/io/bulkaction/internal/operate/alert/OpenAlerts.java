package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.spi.Alert;
import java.util.Comparator;
import java.util.List;

/** The alerts that are open right now, over all instances. Works without an engine in this process. */
public final class OpenAlerts {

    private final Queues queues;

    public OpenAlerts(Queues queues) {
        this.queues = queues;
    }

    /** The newest first. */
    public List<Alert> of(QueueName queue) {
        return new QueueAlerts(queue, AlertRecords.of(queues.get(queue)), List.of()).open().stream()
                .sorted(Comparator.comparing(Alert::raisedAt).reversed())
                .toList();
    }
}
