package io.bulkaction.internal.operate.history;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.metrics.RecentGroups;
import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Keeps what charts show in Redis, for all instances. Every two seconds it adds what this instance has run; every ten seconds it
 * looks at every queue, and the first instance to look in a step of time writes the sample.
 */
public final class QueueHistory {

    private static final int LOOK_EVERY = 5;

    private final Queues queues;
    private final Collection<Queue> watched;
    private final Function<QueueName, QueueMetrics> metrics;
    private final Loop loop;
    private int turns;

    /** @param watched the queues that this instance works on */
    public QueueHistory(Queues queues, Collection<Queue> watched, Function<QueueName, QueueMetrics> metrics) {
        this.queues = queues;
        this.watched = watched;
        this.metrics = metrics;
        this.loop = new Loop("queue-history", () -> {
            plot();
            if (turns++ % LOOK_EVERY == 0) {
                look();
            }
            return Chart.STEP;
        });
    }

    public void start() {
        loop.start();
    }

    public void stop(Deadline deadline) {
        loop.stop(deadline);
    }

    /** How long the jobs that this instance started lately had waited. */
    public WaitTimes recentWaits(QueueName queue) {
        return metrics.apply(queue).recentWaits();
    }

    /** Oldest first. */
    public List<QueueSample> of(QueueName name, Span span) {
        Queue queue = queues.get(name);
        return History.of(queue).samples(span, Instant.ofEpochMilli(queue.home().redis().millis()));
    }

    /** What happened meanwhile, oldest first. */
    public List<Mark> marks(QueueName name, Span span) {
        Queue queue = queues.get(name);
        return History.of(queue).marks(Instant.ofEpochMilli(queue.home().redis().millis()).minus(span.length()));
    }

    /** A queue in which nothing ended costs nothing. */
    void plot() {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (Queue queue : queues.all()) {
            RecentGroups.Ended ended = metrics.apply(queue.name()).takeEnded(Chart.MAX_GROUPS);
            if (ended.all() > 0) {
                sent.add(Chart.of(queue).add(ended));
            }
        }
        sent.forEach(CompletableFuture::join);
    }

    void look() {
        for (QueueStatus status : QueueControl.surveys(watched)) {
            History.of(queues.get(status.queue()))
                    .add(QueueSample.of(status, recentWaits(status.queue())), Mark.in(status));
        }
    }
}
