package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.run.Notes.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Announces the ends of runs: publishes events to the listeners in this process and has callbacks delivered. Runs on a
 * thread of its own, so that a slow listener delays only the next event.
 */
final class Announcer {

    /** If a listener takes longer than half of it, another instance may publish the same event again. */
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Announcer.class);

    /** Events that are published before they are removed: no more than these come again after a crash. */
    static final int BATCH = 50;

    private final Queue queue;
    private final Notes noted;
    private final ApplicationEventPublisher publisher;
    private final Callbacks callbacks;
    private final WatchTiming timing;
    private final Loop loop;

    Announcer(Queue queue, ApplicationEventPublisher publisher, Callbacks callbacks, WatchTiming timing) {
        this.queue = queue;
        this.noted = Groups.of(queue).noted();
        this.publisher = publisher;
        this.callbacks = callbacks;
        this.timing = timing;
        this.loop = new Loop("watcher-" + queue.name() + "-events", this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        boolean[] more = {false};
        Each.of(List.<Runnable>of(callbacks::deliver, () -> more[0] = announce(loop::isRunning) == BATCH),
                Runnable::run);
        return more[0] ? Duration.ZERO : timing.rest();
    }

    /** Announces everything there is on the thread of the caller, and waits for the answers to callbacks. */
    void announceAll() {
        do {
            callbacks.deliver();
            callbacks.awaitAnswers();
        } while (announce(() -> true) > 0);
    }

    /** @return how many events were there, at most {@link #BATCH} */
    private int announce(BooleanSupplier goesOn) {
        int[] taken = {0};
        queue.forEachInTurn(partition -> {
            if (taken[0] < BATCH) {
                taken[0] += announce(partition, BATCH - taken[0], goesOn);
            }
        });
        return taken[0];
    }

    private int announce(Partition partition, int limit, BooleanSupplier goesOn) {
        // why half: then the rest of the batch goes back, before another instance takes and publishes it too
        Deadline enough = Deadline.in(timing.eventLease().dividedBy(2));
        List<Note> notes = noted.takeEvents(partition, limit, timing.eventLease());
        List<Optional<GroupCompletedEvent>> events = notes.isEmpty() ? List.of() : noted.events(notes);
        int published = 0;
        while (published < notes.size() && !enough.isOver() && goesOn.getAsBoolean()) {
            events.get(published++).ifPresent(this::publish);
        }
        noted.removeEvents(notes.subList(0, published));
        notes.subList(published, notes.size()).forEach(note -> noted.putOffEvent(note, Duration.ZERO));
        return notes.size();
    }

    private void publish(GroupCompletedEvent event) {
        GroupResult result = event.result();
        log.info("group {} of queue {} ended run {} as {}: {} succeeded, {} failed, {} cancelled",
                event.groupId(), result.queue(), event.run(), result.status(),
                result.successCount(), result.failedCount(), result.cancelledCount());
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error failure) {
            log.error("A listener failed for the event of group {} run {}", event.groupId(), event.run(), failure);
        }
    }
}
