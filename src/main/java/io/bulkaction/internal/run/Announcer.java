package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.run.Outbox.Note;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Tells the outside about runs that ended: events to the listeners in this process, callbacks to whom the submitter
 * named. On a thread of its own, so that a slow listener holds up nothing but the next event.
 */
final class Announcer {

    /** A listener that takes longer than half of it may see the same event again, in another instance. */
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Announcer.class);
    private static final int BATCH = 50;

    private final Outbox outbox;
    private final RunEndings endings;
    private final ApplicationEventPublisher publisher;
    private final Callbacks callbacks;
    private final WatchTiming timing;
    private final Loop loop;

    Announcer(Queue queue, ApplicationEventPublisher publisher, Callbacks callbacks, WatchTiming timing) {
        this.outbox = Groups.of(queue).outbox();
        this.endings = new RunEndings(Groups.of(queue).results());
        this.publisher = publisher;
        this.callbacks = callbacks;
        this.timing = timing;
        this.loop = new Loop("watcher-" + queue.name() + "-events", this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        callbacks.deliver();
        // why half: what is left of the batch then goes back, before another instance takes it and publishes it too
        Deadline enough = Deadline.in(timing.eventLease().dividedBy(2));
        List<Note> notes = outbox.takeEvents(BATCH, timing.eventLease());
        for (Note note : notes) {
            if (enough.isOver() || !loop.isRunning()) {
                outbox.putOffEvent(note, Duration.ZERO);
            } else {
                endings.read(note).ifPresent(this::publish);
                outbox.removeEvent(note);
            }
        }
        return notes.size() == BATCH ? Duration.ZERO : timing.rest();
    }

    private void publish(GroupCompletedEvent event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error failure) {
            log.error("A listener failed on the end of group {} run {}", event.groupId(), event.run(), failure);
        }
    }
}
