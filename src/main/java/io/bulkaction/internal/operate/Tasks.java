package io.bulkaction.internal.operate;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.Progress.State;
import io.bulkaction.internal.operate.Progress.View;
import io.bulkaction.internal.operate.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** What goes on step by step, on whatever instance, and the last things that did: for whoever waits for it. */
public final class ProgressBoard {

    private static final int KEPT = 50;
    private static final Duration KEPT_FOR = Duration.ofDays(1);

    private final Queues queues;

    public ProgressBoard(Queues queues) {
        this.queues = queues;
    }

    /** Shows the work while it goes on in the caller's thread, and how it ended. */
    public <T> T show(QueueName queue, String action, Actor by, Function<Progress, T> work) {
        forgetOld(queue);
        Progress progress = new Progress(records(queue), action, by);
        State end = State.FAILED;
        try {
            T result = work.apply(progress);
            end = State.DONE;
            return result;
        } finally {
            progress.end(end);
        }
    }

    /** Newest first. */
    public List<View> of(QueueName queue) {
        Instant now = records(queue).now();
        return records(queue).all().values().stream()
                .map(text -> View.read(text).at(now))
                .sorted(Comparator.comparing(View::startedAt).reversed())
                .toList();
    }

    private void forgetOld(QueueName queue) {
        Instant oldest = records(queue).now().minus(KEPT_FOR);
        List<View> over = of(queue).stream().filter(view -> view.state() != State.RUNNING).toList();
        records(queue).remove(over.stream()
                .skip(KEPT)
                .map(View::id)
                .toList());
        records(queue).remove(over.stream()
                .filter(view -> view.changedAt().isBefore(oldest))
                .map(View::id)
                .toList());
    }

    private ProgressRecords records(QueueName queue) {
        return ProgressRecords.of(queues.get(queue));
    }
}
