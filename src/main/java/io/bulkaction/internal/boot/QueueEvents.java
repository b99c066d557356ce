package io.bulkaction.internal.boot;

import io.bulkaction.Job;
import io.bulkaction.JobFailedEvent;
import io.bulkaction.QueueName;
import io.bulkaction.QueuePausedEvent;
import io.bulkaction.QueueResumedEvent;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
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
import org.springframework.context.SmartLifecycle;

/** Publishes what happens to queues as application events, on a thread of its own: a slow listener delays no job and no alert. */
final class QueueEvents implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(QueueEvents.class);

    /** After the engine has stopped. */
    private static final int PHASE = (1 << 30) - 1;

    private static final int MAX_WAITING = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ApplicationEventPublisher publisher;
    private final LinkedBlockingQueue<Object> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final Map<QueueName, Instant> pausedSince = new ConcurrentHashMap<>();
    private final Loop loop = new Loop("queue-events", this::turn);

    QueueEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    /** A job became a dead letter. */
    void failed(InFlight.Failure failure) {
        Job job = failure.job().job();
        add(new JobFailedEvent(
                job.queue(), job.groupId(), job.id(), job.processorType(), job.attempt(), failure.error().code(),
                failure.error().message()));
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

    @Override
    public void start() {
        loop.start();
    }

    /** What the engine has left is published before the application ends, as far as the listeners are quick enough. */
    @Override
    public void stop() {
        Deadline deadline = Deadline.in(PATIENCE);
        boolean isStopped = loop.stop(deadline);
        while (isStopped && !waiting.isEmpty() && !deadline.isOver()) {
            publish(waiting.remove());
        }
        if (!waiting.isEmpty()) {
            log.warn("{} events are not published, because their listeners are slow and the application ends",
                    waiting.size());
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

    private void add(Object event) {
        if (!waiting.offer(event)) {
            log.warn("not published, because {} events wait for slow listeners: {}", MAX_WAITING, event);
        }
    }

    private Duration turn() throws InterruptedException {
        Object event = waiting.poll(200, TimeUnit.MILLISECONDS);
        if (event != null) {
            publish(event);
        }
        return Duration.ZERO;
    }

    private void publish(Object event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error failure) {
            log.error("A listener failed for {}", event, failure);
        }
    }
}
