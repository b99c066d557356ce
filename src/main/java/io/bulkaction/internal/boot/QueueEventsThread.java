package io.bulkaction.internal.boot;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Publishes events on a thread of its own: a slow listener delays no job and no alert. */
final class QueueEventsThread implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(QueueEventsThread.class);

    /** After the engine has stopped. */
    private static final int PHASE = (1 << 30) - 1;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final QueueEvents events;
    private final Loop loop;

    QueueEventsThread(QueueEvents events) {
        this.events = events;
        this.loop = new Loop("queue-events", () -> {
            events.publishNext(LOOK);
            return Duration.ZERO;
        });
    }

    @Override
    public void start() {
        loop.start();
    }

    /** What the engine has left is published before the application ends, as far as the listeners are quick enough. */
    @Override
    public void stop() {
        Deadline deadline = Deadline.in(PATIENCE);
        if (loop.stop(deadline)) {
            events.publishAll(deadline);
        }
        if (events.waiting() > 0) {
            log.warn("{} events are not published, because their listeners are slow and the application ends",
                    events.waiting());
        }
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
