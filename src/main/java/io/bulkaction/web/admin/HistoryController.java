package io.bulkaction.web.admin;

import io.bulkaction.operate.history.QueueHistory;
import io.bulkaction.operate.history.QueueSample;
import io.bulkaction.queue.Queues;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How the queues stood in the last minutes. */
@RestController
final class HistoryController {

    private final Queues queues;
    private final QueueHistory history;

    HistoryController(Queues queues, QueueHistory history) {
        this.queues = queues;
        this.history = history;
    }

    /** As far as this instance remembers: the last ten minutes, oldest first. */
    @GetMapping("/admin/queues/history")
    List<HistoryResponse> history() {
        return queues.all().stream()
                .map(queue -> new HistoryResponse(
                        queue.name().value(),
                        QueueHistory.STEP.toMillis(),
                        history.of(queue.name()).stream().map(Sample::of).toList()))
                .toList();
    }

    record HistoryResponse(String queue, long stepMillis, List<Sample> samples) {}

    record Sample(
            Instant at,
            long waiting,
            long delayed,
            long active,
            long failed,
            long completed,
            WaitResponse waits) {

        static Sample of(QueueSample sample) {
            return new Sample(
                    sample.at(),
                    sample.waiting(),
                    sample.delayed(),
                    sample.active(),
                    sample.failed(),
                    sample.completed(),
                    WaitResponse.of(sample.waits()));
        }
    }
}
