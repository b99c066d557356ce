package io.bulkaction.internal.operate.history;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Looks at every queue every few seconds, with one cheap command each, and remembers the last minutes, so that the
 * dashboard can show them at once. Kept in memory until this instance ends.
 */
public final class QueueHistory {

    /** How far apart the samples are. */
    public static final Duration STEP = Duration.ofSeconds(10);

    private static final int KEPT = 60;

    /** A rate over one step would jump; over many it would lag behind. */
    private static final Duration RATE_OVER = Duration.ofSeconds(20);

    private final List<Queue> queues;
    private final Function<QueueName, WaitTimes> waits;
    private final Map<QueueName, Deque<QueueSample>> samples = new HashMap<>();
    private final Loop loop;

    /** @param waits how long the jobs that this instance started lately had waited */
    public QueueHistory(Queues queues, Function<QueueName, WaitTimes> waits) {
        this.queues = List.copyOf(queues.all());
        this.waits = waits;
        this.queues.forEach(queue -> samples.put(queue.name(), new ArrayDeque<>()));
        this.loop = new Loop("queue-history", () -> {
            look();
            return STEP;
        });
    }

    public void start() {
        loop.start();
    }

    public void stop(Deadline deadline) {
        loop.stop(deadline);
    }

    public WaitTimes recentWaits(QueueName queue) {
        return waits.apply(queue);
    }

    /** Oldest first. */
    public List<QueueSample> of(QueueName queue) {
        Deque<QueueSample> kept = samples.get(queue);
        if (kept == null) {
            return List.of();
        }
        synchronized (kept) {
            return List.copyOf(kept);
        }
    }

    /** Jobs that completed or failed per second, over the last seconds; empty before there are two samples. */
    public OptionalDouble jobsPerSecond(QueueName queue) {
        List<QueueSample> kept = of(queue);
        if (kept.size() < 2) {
            return OptionalDouble.empty();
        }
        QueueStatus last = kept.getLast().status();
        Instant earliest = last.at().minus(RATE_OVER.plus(STEP.dividedBy(2)));
        QueueStatus since = kept.stream()
                .map(QueueSample::status)
                .filter(status -> !status.at().isBefore(earliest))
                .findFirst()
                .orElse(last);
        long millis = Duration.between(since.at(), last.at()).toMillis();
        // why max: the counters begin again when somebody empties Redis
        return millis <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, last.lifetime().ended() - since.lifetime().ended()) * 1000.0 / millis);
    }

    void look() {
        for (QueueStatus status : QueueControl.surveys(queues)) {
            Deque<QueueSample> kept = samples.get(status.queue());
            QueueSample sample = new QueueSample(status, waits.apply(status.queue()));
            synchronized (kept) {
                kept.addLast(sample);
                if (kept.size() > KEPT) {
                    kept.removeFirst();
                }
            }
        }
    }
}
