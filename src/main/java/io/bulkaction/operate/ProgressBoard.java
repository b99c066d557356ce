package io.bulkaction.operate;

import io.bulkaction.job.QueueName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** What this instance is doing step by step, and the last things it did: for whoever waits for it. */
public final class ProgressBoard {

    private static final int KEPT = 50;

    private final AtomicLong ids = new AtomicLong();
    private final Deque<Progress> newestFirst = new ArrayDeque<>();

    /** Shows the work while it goes on in the caller's thread, and how it ended. */
    public <T> T show(QueueName queue, String action, Actor by, Function<Progress, T> work) {
        Progress progress = new Progress(ids.incrementAndGet(), queue, action, by);
        synchronized (newestFirst) {
            newestFirst.addFirst(progress);
            if (newestFirst.size() > KEPT) {
                newestFirst.removeLast();
            }
        }
        Progress.State end = Progress.State.FAILED;
        try {
            T result = work.apply(progress);
            end = Progress.State.DONE;
            return result;
        } finally {
            progress.end(end);
        }
    }

    /** Newest first. */
    public List<Progress.View> of(QueueName queue) {
        synchronized (newestFirst) {
            return newestFirst.stream()
                    .map(Progress::view)
                    .filter(view -> view.queue().equals(queue))
                    .toList();
        }
    }
}
