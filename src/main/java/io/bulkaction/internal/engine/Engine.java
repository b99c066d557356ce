package io.bulkaction.internal.engine;

import io.bulkaction.QueueName;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The engines of all queues on this instance. */
public final class Engine {

    /** How soon an instance follows the number of workers that was set for all. */
    private static final Duration FOLLOW_EVERY = Duration.ofSeconds(2);

    private final String instanceId;
    private final Map<QueueName, QueueEngine> engines = new TreeMap<>();
    private final Loop follower = new Loop("workers-follower", this::follow);

    public Engine(String instanceId, Collection<QueueEngine> engines) {
        this.instanceId = instanceId;
        engines.forEach(engine -> this.engines.put(engine.name(), engine));
    }

    /** As the other instances know this one. */
    public String instanceId() {
        return instanceId;
    }

    public void start() {
        engines.values().forEach(QueueEngine::start);
        follower.start();
    }

    private Duration follow() {
        engines.values().forEach(QueueEngine::retireIfPartitionsChanged);
        engines.values().forEach(engine -> engine.follow(instanceId));
        return FOLLOW_EVERY;
    }

    /** The loop that belongs to no queue. */
    public Loop follower() {
        return follower;
    }

    /** All queues at once, so that each has the whole time. */
    public void stop(Deadline deadline) {
        follower.requestStop();
        List<Thread> stops = engines.values().stream()
                .map(engine -> Thread.ofVirtual().name("stop-" + engine.name()).start(() -> engine.stop(deadline)))
                .toList();
        for (Thread stop : stops) {
            try {
                stop.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        follower.stop(deadline);
    }

    public Optional<QueueEngine> find(QueueName queue) {
        return Optional.ofNullable(engines.get(queue));
    }

    public Collection<QueueEngine> all() {
        return engines.values();
    }
}
