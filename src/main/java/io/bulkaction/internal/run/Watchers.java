package io.bulkaction.internal.run;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/** The watchers of all queues on this instance. */
public final class Watchers {

    private final Map<QueueName, Watcher> byQueue = new TreeMap<>();

    public Watchers(Collection<Queue> queues, Function<Queue, Watcher> watcher) {
        queues.forEach(queue -> byQueue.put(queue.name(), watcher.apply(queue)));
    }

    public Watcher of(QueueName queue) {
        return Objects.requireNonNull(byQueue.get(queue));
    }

    public void start() {
        byQueue.values().forEach(Watcher::start);
    }

    public void stop(Deadline deadline) {
        byQueue.values().forEach(watcher -> watcher.stop(deadline));
    }

    /** Does what is due on the thread of the caller. For tests, while the watchers are not started. */
    public void step() {
        byQueue.values().forEach(Watcher::step);
    }

    public List<Loop> loops() {
        return byQueue.values().stream().flatMap(watcher -> watcher.loops().stream()).toList();
    }
}
