package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.history.Mark;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.history.QueueSample;
import io.bulkaction.internal.operate.history.Span;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The figures of all queues over the last minutes, hours or days. */
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

    /** Oldest first. */
    @ChecksScope
    @GetMapping("/admin/queues/history")
    List<HistoryResponse> history(@RequestParam(defaultValue = "10m") @Pattern(regexp = "10m|1h|24h|7d") String range) {
        Predicate<QueueName> mayLookAt = callers.wholeQueues();
        Span span = Stream.of(Span.values()).filter(each -> each.word().equals(range)).findFirst().orElseThrow();
        return queues.all().stream()
                .filter(queue -> mayLookAt.test(queue.name()))
                .map(queue -> new HistoryResponse(
                        queue.name(),
                        span.step().toMillis(),
                        history.of(queue.name(), span).stream().map(Sample::of).toList(),
                        history.marks(queue.name(), span)))
                .toList();
    }

    record HistoryResponse(QueueName queue, long stepMillis, List<Sample> samples, List<Mark> marks) {}

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
