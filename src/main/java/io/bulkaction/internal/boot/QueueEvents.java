package io.bulkaction.internal.boot;

import io.bulkaction.QueueName;
import io.bulkaction.QueuePausedEvent;
import io.bulkaction.QueueResumedEvent;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.operate.QueueStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/** What happens to queues as application events: collected, and published by whoever has the time. */
final class QueueEvents {

    private static final Logger log = LoggerFactory.getLogger(QueueEvents.class);

    private static final int MAX_WAITING = 10_000;

    private final ApplicationEventPublisher publisher;
    private final LinkedBlockingQueue<Object> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final Map<QueueName, Instant> pausedSince = new ConcurrentHashMap<>();

    QueueEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    /** A job became a dead letter. */
    void failed(InFlight.Failure failure) {
        add(failure.event());
    }

    /** Called about once a second. */
    void seen(QueueStatus status) {
        Instant since = status.pause().map(QueueStatus.Pause::since).orElse(null);
        Instant before = since == null ? pausedSince.remove(status.queue()) : pausedSince.put(status.queue(), since);
        if (since != null && !since.equals(before)) {
            status.pause().ifPresent(pause -> add(
                    new QueuePausedEvent(status.queue(), pause.since(), pause.reason(), pause.by())));
        } else if (since == null && before != null) {
            add(new QueueResumedEvent(status.queue()));
        }
    }

    /** Waits for the next one, but not for long. */
    void publishNext(Duration patience) throws InterruptedException {
        Object event = waiting.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (event != null) {
            publish(event);
        }
    }

    /** @return how many there were */
    int publishAll(Deadline deadline) {
        int published = 0;
        while (!waiting.isEmpty() && !deadline.isOver()) {
            publish(waiting.remove());
            published++;
        }
        return published;
    }

    int waiting() {
        return waiting.size();
    }

    private void add(Object event) {
        if (!waiting.offer(event)) {
            log.warn("not published, because {} events wait for slow listeners: {}", MAX_WAITING, event);
        }
    }

    private void publish(Object event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error failure) {
            log.error("A listener failed for {}", event, failure);
        }
    }
}
