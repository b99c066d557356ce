package io.bulkaction.engine;

import io.bulkaction.job.Job;
import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.metrics.QueueMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the jobs: has those that are overdue ended and those that no worker takes given back, and counts those that
 * ignore their interrupt.
 */
final class Timekeeper {

    private static final Logger log = LoggerFactory.getLogger(Timekeeper.class);
    /** What no worker takes is given back at the second look that finds it late, so after 100 to 150 ms. */
    private static final Duration RESOLUTION = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Supplier<Collection<Attempt>> running;
    private final Consumer<Attempt> endOverdue;
    private final Runnable giveBackUnserved;
    private final QueueMetrics metrics;
    private final ConcurrentLinkedQueue<Interrupted> interrupted = new ConcurrentLinkedQueue<>();
    private final Loop loop;

    private record Interrupted(Attempt attempt, Deadline patience) {}

    Timekeeper(
            String queue,
            Supplier<Collection<Attempt>> running,
            Consumer<Attempt> endOverdue,
            Runnable giveBackUnserved,
            QueueMetrics metrics) {
        this.running = running;
        this.endOverdue = endOverdue;
        this.giveBackUnserved = giveBackUnserved;
        this.metrics = metrics;
        this.loop = new Loop("timekeeper-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    void interrupt(Attempt attempt) {
        attempt.interrupt();
        interrupted.add(new Interrupted(attempt, Deadline.in(PATIENCE)));
    }

    private Duration turn() {
        giveBackUnserved.run();
        for (Attempt attempt : running.get()) {
            if (attempt.isOverdue()) {
                endOverdue.accept(attempt);
            }
        }
        for (Iterator<Interrupted> each = interrupted.iterator(); each.hasNext();) {
            Interrupted one = each.next();
            if (!one.attempt().isStillRunning()) {
                each.remove();
            } else if (one.patience().isOver()) {
                each.remove();
                Job job = one.attempt().job();
                metrics.jobAbandoned(job.processorType());
                log.warn("job {} of group {} ignores its interrupt and is abandoned", job.id(), job.groupId());
            }
        }
        return RESOLUTION;
    }
}
