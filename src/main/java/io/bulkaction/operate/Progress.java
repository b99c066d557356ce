package io.bulkaction.operate;

import io.bulkaction.job.QueueName;
import java.time.Instant;

/** How far an action that takes many steps has come. Written by the one who does it, read by anybody. */
public final class Progress {

    /** @param total how many there were to look at when it began */
    public record View(
            long id,
            QueueName queue,
            String action,
            String by,
            Instant startedAt,
            State state,
            long done,
            long total) {}

    /** Whether it goes on. */
    public enum State {
        RUNNING,
        DONE,
        /** Stopped by an error; what was done stays done. */
        FAILED
    }

    private volatile View view;

    Progress(long id, QueueName queue, String action, Actor by) {
        view = new View(id, queue, action, by.name(), Instant.now(), State.RUNNING, 0, 0);
    }

    public View view() {
        return view;
    }

    public void expect(long total) {
        change(view.state, view.done, total);
    }

    public void add(long count) {
        change(view.state, view.done + count, Math.max(view.total, view.done + count));
    }

    void end(State state) {
        change(state, view.done, view.total);
    }

    private void change(State state, long done, long total) {
        View old = view;
        view = new View(old.id, old.queue, old.action, old.by, old.startedAt, state, done, total);
    }
}
