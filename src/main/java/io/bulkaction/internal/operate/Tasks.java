package io.bulkaction.internal.operate;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.Task.State;
import io.bulkaction.internal.operate.Task.View;
import io.bulkaction.internal.operate.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The tasks of a queue that run on any instance, and the last ones that did. */
public final class Tasks {

    private static final int KEPT = 50;
    private static final Duration KEPT_FOR = Duration.ofDays(1);

    private final Queues queues;

    public Tasks(Queues queues) {
        this.queues = queues;
    }

    /** Runs work in the caller's thread and shows how far it is, and how it ended. */
    public <T> T run(QueueName queue, String action, Actor by, Function<Task, T> work) {
        forgetOld(queue);
        Task task = new Task(records(queue), action, by);
        State end = State.FAILED;
        try {
            T result = work.apply(task);
            end = State.DONE;
            return result;
        } finally {
            task.end(end);
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

    private TaskRecords records(QueueName queue) {
        return TaskRecords.of(queues.get(queue));
    }
}
