package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.history.QueueSample;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import io.bulkaction.internal.web.access.Scope;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The figures of all queues over the last minutes. */
@RestController
final class HistoryController {

    private final Queues queues;
    private final QueueHistory history;
    private final Callers callers;

    HistoryController(Queues queues, QueueHistory history, Callers callers) {
        this.queues = queues;
        this.history = history;
        this.callers = callers;
    }

    /** The last ten minutes as far as this instance remembers them, oldest first. */
    @ChecksScope
    @GetMapping("/admin/queues/history")
    List<HistoryResponse> history() {
        Scope scope = callers.scope();
        return queues.all().stream()
                .filter(queue -> scope.allows(queue.name()))
                .map(queue -> new HistoryResponse(
                        queue.name(),
                        QueueHistory.STEP.toMillis(),
                        history.of(queue.name()).stream().map(Sample::of).toList()))
                .toList();
    }

    record HistoryResponse(QueueName queue, long stepMillis, List<Sample> samples) {}

    record Sample(
            Instant at,
            long waiting,
            long delayed,
            long active,
            long failed,
            long completed,
            WaitResponse waits) {

        static Sample of(QueueSample sample) {
            QueueStatus status = sample.status();
            return new Sample(
                    status.at(),
                    status.waiting(),
                    status.nonReady(),
                    status.inFlight(),
                    status.deadLetters(),
                    status.lifetime().completed(),
                    WaitResponse.of(sample.waits()));
        }
    }
}
