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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The watchers of all queues on this instance. */
public final class Watchers {

    private final Map<QueueName, Watcher> byQueue = new TreeMap<>();

    private final @Nullable Followers followers;

    public Watchers(Collection<Queue> queues, Function<Queue, Watcher> watcher) {
        this(queues, watcher, null);
    }

    public Watchers(Collection<Queue> queues, Function<Queue, Watcher> watcher, @Nullable Followers followers) {
        this.followers = followers;
        queues.forEach(queue -> byQueue.put(queue.name(), watcher.apply(queue)));
    }

    public Watcher of(QueueName queue) {
        return Objects.requireNonNull(byQueue.get(queue));
    }

    public void start() {
        byQueue.values().forEach(Watcher::start);
        if (followers != null) {
            followers.loop().start();
        }
    }

    public void stop(Deadline deadline) {
        if (followers != null) {
            followers.loop().stop(deadline);
        }
        byQueue.values().forEach(watcher -> watcher.stop(deadline));
    }

    /** Does what is due on the thread of the caller. For tests, while the watchers are not started. */
    public void step() {
        byQueue.values().forEach(Watcher::step);
        if (followers != null) {
            followers.stepAll();
            byQueue.values().forEach(Watcher::step); // some may have been cancelled
        }
    }

    public List<Loop> loops() {
        return Stream.concat(
                byQueue.values().stream().flatMap(watcher -> watcher.loops().stream()),
                Stream.ofNullable(followers).map(Followers::loop)).toList();
    }
}
