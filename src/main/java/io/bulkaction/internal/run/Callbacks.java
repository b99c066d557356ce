package io.bulkaction.internal.run;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.run.Notes.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the callbacks of one queue: a few at a time, each repeated until it is accepted or too old. A receiver may
 * get one twice, with the same id.
 */
final class Callbacks {

    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);
    private static final Duration SHORTEST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofHours(1);
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(30);
    private static final int GONE = 410;

    private final Queue queue;
    private final Notes noted;
    private final CallbackSender sender;
    private final AtomicInteger underWay = new AtomicInteger();

    Callbacks(Queue queue, CallbackSender sender) {
        this.queue = queue;
        this.noted = Groups.of(queue).noted();
        this.sender = sender;
    }

    /** Sends what is due, as far as there is room, and does not wait for the answers. */
    void deliver() {
        Duration lease = sender.settings().timeout().plus(LEASE_MARGIN);
        Duration longest = LONGEST_DELAY.plus(Notes.longestLease(lease));
        queue.forEachInTurn(partition -> {
            int room = sender.settings().maxConcurrent() - underWay.get();
            if (room > 0) {
                noted.takeCallbacks(partition, room, lease, longest).forEach(this::post);
            }
        });
    }

    /** For tests: callers do not wait for a receiver. */
    void awaitAnswers() {
        while (underWay.get() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    int underWay() {
        return underWay.get();
    }

    private void post(Note note) {
        Optional<GroupCompletedEvent> event = noted.events(List.of(note)).getFirst();
        if (event.isEmpty()) {
            noted.removeCallback(note);
            return;
        }
        underWay.incrementAndGet();
        try {
            sender.post(note.url(), event.get().id(), ResultJson.write(event.get()))
                    .whenComplete((status, failure) -> answered(note, event.get(), status, failure));
        } catch (CallbackRefusedException refused) {
            underWay.decrementAndGet();
            noted.removeCallback(note);
            log.warn("Dropped the callback of group {}: {}", note.group(), OneLine.of(refused.getMessage()));
        }
    }

    private void answered(
            Note note, GroupCompletedEvent event, @Nullable Integer status, @Nullable Throwable failure) {
        try {
            record(note, event, status, failure);
        } catch (RuntimeException e) {
            log.warn("Could not record the answer to the callback of group {}; it is sent again: {}",
                    note.group(), e.toString());
        } finally {
            underWay.decrementAndGet();
        }
    }

    private void record(Note note, GroupCompletedEvent event, @Nullable Integer status, @Nullable Throwable failure) {
        if (status != null && status >= 200 && status < 300) {
            noted.removeCallback(note);
            return;
        }
        String answer = status != null ? "status " + status : OneLine.of(String.valueOf(failure));
        Duration age = age(note, event);
        if (age.compareTo(sender.settings().giveUpAfter()) > 0 || status != null && status == GONE) {
            noted.removeCallback(note);
            log.warn("Gave up the callback of group {} run {} after {}: {}", note.group(), note.run(), age, answer);
        } else {
            Duration delay = delay(age);
            noted.putOffCallback(note, delay);
            log.info("The callback of group {} run {} failed and is sent again in {}: {}",
                    note.group(), note.run(), delay, answer);
        }
    }

    /** As long as it has taken so far: the distance doubles, and attempts need not be counted. */
    static Duration delay(Duration age) {
        if (age.compareTo(SHORTEST_DELAY) < 0) {
            return SHORTEST_DELAY;
        }
        return age.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : age;
    }

    private static Duration age(Note note, GroupCompletedEvent event) {
        return event.result().finishedAt() == null
                ? Duration.ZERO
                : Duration.between(event.result().finishedAt(), note.takenAt());
    }
}
