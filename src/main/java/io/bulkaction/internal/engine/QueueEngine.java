package io.bulkaction.internal.engine;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs for one queue on this instance. */
public final class QueueEngine {

    private static final Logger log = LoggerFactory.getLogger(QueueEngine.class);

    private final Queue queue;
    private final EngineParts parts;
    private final Workforce workforce = new Workforce();
    private final Leases leases = new Leases();
    private final Acknowledger acknowledger;
    private final Returner returner;
    private final WorkerPool pool;
    private final Dispatcher dispatcher;
    private final Supply supply;
    private final Heartbeat heartbeat;
    private final Recoverer recoverer;
    private final Interrupter interrupter;
    private final PauseKeeper pauses;
    private volatile boolean shuttingDown;
    private volatile @Nullable String retired;
    private boolean following;

    public QueueEngine(Queue queue, EngineParts parts) {
        this.queue = queue;
        this.parts = parts;
        this.pauses = new PauseKeeper(queue);
        this.acknowledger =
                new Acknowledger(queue, leases, parts.metrics(), parts.runEnded(), this::lookAgain,
                        dead -> {
                            pauses.wake();
                            parts.failed().accept(dead);
                        });
        JobRunner runner = JobRunner.of(parts, acknowledger);
        this.returner = new Returner(queue, leases, parts.runEnded());
        this.pool = new WorkerPool(queue, runner, leases, returner, parts.metrics(), parts.timeouts(),
                new KnownTypes(parts.processors(), queue.foreign(), parts.limits()));
        this.supply = supply(parts);
        queue.foreign().limitedBy(parts.limits()::spare);
        parts.limits().watch(supply::mayRun);
        this.dispatcher = new Dispatcher(queue, parts.metrics(), supply::look);
        this.heartbeat = new Heartbeat(
                queue, leases, pool.attempts(), partition -> report(parts.reporter(), partition),
                queue.settings().reliability().heartbeat());
        this.recoverer = new Recoverer(queue, parts.metrics(), parts.runEnded(), partition -> {
            pauses.wake();
            supply.look(partition);
        });
        this.interrupter = new Interrupter(queue, pool.attempts());
        parts.metrics().watchPool(pool::size, () -> pool.attempts().size());
    }

    private Supply supply(EngineParts parts) {
        if (queue.settings().hasLedger()) {
            return new Rounds(queue, pool, acknowledger, parts.metrics(), parts.limits(), this::lookLater);
        }
        Fetcher fetcher = new Fetcher(queue.home(), workforce, parts.metrics());
        return new OnePartition(fetcher,
                new Claimer(queue.home(), pool, acknowledger, fetcher, parts.metrics(), parts.limits()));
    }

    private void lookLater(int partition) {
        dispatcher.look(partition);
    }

    /** Jobs of a partition ended or wait: a group may run more, and the dispatcher may have a new first one. */
    private void lookAgain(int partition, boolean mayWait) {
        if (queue.settings().hasLedger()) {
            supply.look(partition);
            if (mayWait) {
                dispatcher.look(partition);
            }
        }
    }

    public QueueName name() {
        return queue.name();
    }

    /** The same without threads, for tests. */
    public SteppedEngine stepped() {
        return new SteppedEngine(queue, parts);
    }

    /** Leases first, work last: whatever is claimed is looked after from its first moment. */
    public synchronized void start() {
        shuttingDown = false;
        int workers = queue.settings().workerPool().workerCount();
        workforce.own(workers);
        pool.open(workers); // why before the first heartbeat: it tells everybody how many there are
        heartbeat.loop().start();
        recoverer.loop().start();
        interrupter.loop().start();
        acknowledger.start();
        returner.loop().start();
        dispatcher.start();
        pauses.start();
        supply.start();
        log.info("queue {} started with {} workers", queue.name(), workers);
    }

    /** Lets what runs finish until the deadline, gives back the rest, and keeps the leases until all is written. */
    public synchronized void stop(Deadline deadline) {
        shuttingDown = true;
        supply.stopFetching(deadline);
        log.info("queue {}: fetcher stopped, {} jobs run", queue.name(), pool.attempts().size());
        supply.stopClaiming(deadline);
        int unstarted = pool.close();
        List<Attempt> unfinished = finishRunning(deadline);
        dispatcher.stop(deadline);
        returner.giveBack(unfinished.stream()
                .map(attempt -> new Release(attempt.claimed(), attempt.hasStarted()))
                .toList());
        returner.stop(Deadline.in(atLeastASecond(deadline)));
        pool.attempts().interrupt(unfinished);
        boolean allWritten = acknowledger.stop(Deadline.in(atLeastASecond(deadline)));
        interrupter.loop().stop(deadline);
        recoverer.loop().stop(deadline);
        pauses.stop(deadline);
        pool.timekeeper().loop().stop(deadline);
        heartbeat.loop().stop(deadline);
        log.info("queue {} stopped: {} jobs given back, {} of them unfinished{}",
                queue.name(), unstarted + unfinished.size(), unfinished.size(),
                allWritten ? "" : "; some acknowledgements could not be written");
    }

    /** Changes the number of workers, gracefully. */
    public void scale(int workers) {
        pool.scale(workers);
        workforce.own(workers);
        heartbeat.loop().wake();
        log.info("queue {} scaled to {} workers", queue.name(), workers);
    }

    /**
     * Stops for good if the number of partitions has changed, which may happen while a process is frozen or cut off: it would look
     * for jobs where they are not, and count tokens where nobody else does.
     */
    synchronized void retireIfPartitionsChanged() {
        OptionalInt other = shuttingDown ? OptionalInt.empty() : queue.home().instances().otherPartitions();
        if (other.isPresent()) {
            retired =
                    "queue %s has %d partitions now, and this process was started with %d: restart it with the new number"
                            .formatted(queue.name(), other.getAsInt(), queue.partitions().size());
            log.error("stopping, because {}", retired);
            stop(Deadline.in(queue.settings().workerPool().shutdownGracePeriod()));
        }
    }

    /** Why it has stopped although nobody asked for it; empty if it has not. */
    public Optional<String> retired() {
        return Optional.ofNullable(retired);
    }

    /** Takes its part of the workers that an administrator has set for all instances, or those of its settings again. */
    synchronized void follow(String instanceId) {
        OptionalInt wanted = queue.home().instances().wantedWorkers(instanceId);
        if (shuttingDown || (wanted.isEmpty() && !following)) {
            return;
        }
        following = wanted.isPresent();
        int workers = wanted.orElse(queue.settings().workerPool().workerCount());
        if (workers != pool.size()) {
            scale(workers);
        }
    }

    public List<Loop> loops() {
        Stream<Loop> all = Stream.of(
                dispatcher.loop(), acknowledger.loop(), returner.loop(),
                heartbeat.loop(), recoverer.loop(), interrupter.loop(), pool.timekeeper().loop());
        return Stream.of(supply.loops().stream(), all, pauses.loops().stream()).flatMap(each -> each).toList();
    }

    public PoolStatus status() {
        List<Worker.Status> workers = pool.statuses();
        int active = pool.attempts().size();
        return new PoolStatus(
                pool.size(),
                active,
                pool.size() - active,
                leases.size(),
                supply.loops().getFirst().isRunning(),
                dispatcher.loop().isRunning(),
                supply.stats(),
                dispatcher.stats(),
                workers,
                shuttingDown);
    }

    private List<Attempt> finishRunning(Deadline deadline) {
        try {
            return pool.awaitRunning(deadline);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void report(EngineParts.Reporter reporter, Partition partition) {
        int own = pool.size();
        workforce.reported(reporter.report(partition, own), own);
    }

    private static Duration atLeastASecond(Deadline deadline) {
        Duration second = Duration.ofSeconds(1);
        return deadline.remaining().compareTo(second) > 0 ? deadline.remaining() : second;
    }
}
