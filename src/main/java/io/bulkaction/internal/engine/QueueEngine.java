package io.bulkaction.internal.engine;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs for one queue on this instance. */
public final class QueueEngine {

    private static final Logger log = LoggerFactory.getLogger(QueueEngine.class);

    private final Queue queue;
    private final Workforce workforce = new Workforce();
    private final Leases leases = new Leases();
    private final Acknowledger acknowledger;
    private final Returner returner;
    private final WorkerPool pool;
    private final Dispatcher dispatcher;
    private final Fetcher fetcher;
    private final Claimer claimer;
    private final Heartbeat heartbeat;
    private final Recoverer recoverer;
    private final Interrupter interrupter;
    private volatile boolean shuttingDown;

    public QueueEngine(Queue queue, EngineParts parts) {
        String name = queue.name().value();
        var reliability = queue.settings().reliability();
        this.queue = queue;
        this.acknowledger =
                new Acknowledger(name, queue.inFlight(), leases, parts.metrics(), parts.runEnded());
        JobRunner runner = new JobRunner(
                parts.processors(), parts.policies(), parts.results(), acknowledger, parts.metrics(),
                parts.observation());
        this.returner = new Returner(name, queue.inFlight(), leases, parts.runEnded());
        this.pool = new WorkerPool(queue, runner, leases, returner, parts.metrics(), parts.timeouts());
        this.dispatcher = new Dispatcher(queue, parts.metrics());
        this.fetcher = new Fetcher(queue, workforce, parts.metrics());
        this.claimer = new Claimer(queue, pool, acknowledger, fetcher, parts.metrics());
        this.heartbeat = new Heartbeat(
                name, queue.inFlight(), leases, pool.attempts(), () -> report(parts.reporter()),
                reliability.heartbeat());
        this.recoverer = new Recoverer(
                name, queue.inFlight(), parts.metrics(), parts.runEnded(), reliability);
        this.interrupter = new Interrupter(name, queue.inFlight(), pool.attempts());
        parts.metrics().watchPool(pool::size, () -> pool.attempts().size());
    }

    public QueueName name() {
        return queue.name();
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
        fetcher.start();
        claimer.start();
        log.info("queue {} started with {} workers", queue.name(), workers);
    }

    /** Lets what runs finish until the deadline, gives back the rest, and keeps the leases until all is written. */
    public synchronized void stop(Deadline deadline) {
        shuttingDown = true;
        fetcher.stop(deadline);
        log.info("queue {}: fetcher stopped, {} jobs run", queue.name(), pool.attempts().size());
        claimer.stop(deadline);
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

    public List<Loop> loops() {
        return List.of(
                fetcher.loop(), dispatcher.loop(), claimer.loop(), acknowledger.loop(), returner.loop(),
                heartbeat.loop(), recoverer.loop(), interrupter.loop(), pool.timekeeper().loop());
    }

    public PoolStatus status() {
        List<Worker.Status> workers = pool.statuses();
        int active = pool.attempts().size();
        return new PoolStatus(
                pool.size(),
                active,
                pool.size() - active,
                leases.size(),
                fetcher.loop().isRunning(),
                dispatcher.loop().isRunning(),
                fetcher.stats(),
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

    private void report(EngineParts.Reporter reporter) {
        int own = pool.size();
        workforce.reported(reporter.report(own), own);
    }

    private static Duration atLeastASecond(Deadline deadline) {
        Duration second = Duration.ofSeconds(1);
        return deadline.remaining().compareTo(second) > 0 ? deadline.remaining() : second;
    }
}
