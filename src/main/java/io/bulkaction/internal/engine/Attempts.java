package io.bulkaction.internal.engine;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.internal.engine.retry.AttemptOutcome;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts that run on this instance, in the order in which their jobs were claimed. Each ends once: by its
 * processor, or by whoever gives it up first, for a timeout, a cancellation or a lost lease. An attempt that was given up
 * is interrupted, and is over when its processor has returned: until then its worker is busy and its job in flight, so
 * that a limit on what runs at once holds. A processor that ignores the interrupt is waited for only a second.
 */
final class Attempts {

    private static final Logger log = LoggerFactory.getLogger(Attempts.class);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final JobRunner runner;
    private final Leases leases;
    private final QueueMetrics metrics;
    private final Function<String, Duration> timeouts;
    private final Duration fresh;
    private final Listener listener;
    private final ConcurrentSkipListMap<Long, Attempt> running = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<Interrupted> interrupted = new ConcurrentLinkedQueue<>();
    private long nextNumber;

    private record Interrupted(Attempt attempt, Deadline patience) {}

    /** Who gave the jobs here. */
    interface Listener {

        /** An attempt is over and its worker free. */
        void ended(Attempt attempt);

        /** A claim was found that may no longer start; there may be others. */
        void foundStale();
    }

    /**
     * @param timeouts how long a job of a processor's type may run
     * @param fresh how old a claim may be when its job starts
     */
    Attempts(
            JobRunner runner,
            Leases leases,
            QueueMetrics metrics,
            Function<String, Duration> timeouts,
            Duration fresh,
            Listener listener) {
        this.runner = runner;
        this.leases = leases;
        this.metrics = metrics;
        this.timeouts = timeouts;
        this.fresh = fresh;
        this.listener = listener;
    }

    /** Called under the pool's lock, so that numbers follow the order of the claims. */
    void start(Worker worker, ClaimedJob claimed) {
        Duration timeout = timeouts.apply(claimed.job().processorType());
        Attempt attempt = new Attempt(nextNumber++, worker, claimed, timeout, this::execute);
        running.put(attempt.number(), attempt);
        worker.run(attempt);
        attempt.start();
    }

    int size() {
        return running.size();
    }

    boolean isEmpty() {
        return running.isEmpty();
    }

    /** Ends the jobs of groups that are being cancelled. */
    void cancel(Set<GroupId> groups) {
        giveUp(
                attempt -> groups.contains(attempt.job().groupId()),
                attempt -> () -> runner.cancelled(attempt.claimed()));
    }

    /** Ends jobs that are being cancelled alone. */
    void cancelJobs(Set<Claim> jobs) {
        giveUp(
                attempt -> jobs.contains(attempt.claimed().claim()),
                attempt -> () -> runner.cancelled(attempt.claimed()));
    }

    /** Ends jobs that another instance has taken over: nobody waits for what they would say. */
    void endLost(Set<Claim> lost) {
        giveUp(attempt -> lost.contains(attempt.claimed().claim()), attempt -> {
            log.warn("job {} was taken over by another instance and is interrupted here", attempt.job().id());
            leases.remove(attempt.claimed());
            return () -> {};
        });
    }

    /** Called every few milliseconds. */
    void endOverdue() {
        giveUp(Attempt::isOverdue, attempt -> {
            long nanos = attempt.elapsedNanos();
            return () -> runner.acknowledge(attempt.claimed(), AttemptOutcome.timedOut(attempt.timeout()), nanos);
        });
        for (Iterator<Interrupted> each = interrupted.iterator(); each.hasNext();) {
            Interrupted one = each.next();
            boolean isOver = !one.attempt().isStillRunning();
            if (isOver || one.patience().isOver()) {
                each.remove();
                one.attempt().conclude();
            }
            if (!isOver && one.patience().isOver()) {
                Job job = one.attempt().job();
                metrics.jobAbandoned(job.processorType());
                log.warn("job {} of group {} ignores its interrupt; its worker takes other jobs", job.id(),
                        job.groupId());
            }
        }
    }

    /** Attempts that may no longer start and whose processor was not called yet; it never will be. */
    List<Attempt> takeStale() {
        return running.values().stream()
                .filter(attempt -> attempt.claimed().isTooLate(fresh) && attempt.endUnstarted())
                .toList();
    }

    /** For a stop: those that still run, whose outcome no longer counts. What was given up before is acknowledged. */
    List<Attempt> takeUnfinished() {
        List<Attempt> unfinished = running.values().stream().filter(Attempt::end).toList();
        running.values().stream().filter(attempt -> !unfinished.contains(attempt)).forEach(Attempt::conclude);
        return unfinished;
    }

    /** Interrupts jobs that were given back, without waiting for them. */
    void interrupt(List<Attempt> givenBack) {
        for (Attempt attempt : givenBack) {
            attempt.interrupt();
            leases.remove(attempt.claimed());
            end(attempt);
        }
    }

    /** The attempt is over, whoever ended it. */
    void end(Attempt attempt) {
        running.remove(attempt.number());
        listener.ended(attempt);
    }

    private void execute(Attempt attempt) {
        try {
            run(attempt);
        } finally {
            attempt.conclude();
        }
    }

    private void run(Attempt attempt) {
        // why here and not when the worker took it: its thread may have had to wait for a core
        if (attempt.claimed().isTooLate(fresh)) {
            listener.foundStale();
            return;
        }
        if (!attempt.begin()) {
            return;
        }
        if (attempt.job().attempt() == 1) { // later ones wait on purpose
            metrics.waited(attempt.claimed().waited());
        }
        AttemptOutcome outcome = runner.run(attempt.claimed());
        if (attempt.end()) {
            runner.acknowledge(attempt.claimed(), outcome, attempt.elapsedNanos());
            end(attempt);
        }
    }

    /** @param last what to do once the attempt is over */
    private void giveUp(Predicate<Attempt> which, Function<Attempt, Runnable> last) {
        Consumer<Attempt> giveUp = attempt -> {
            Runnable acknowledge = last.apply(attempt);
            attempt.giveUp(() -> {
                acknowledge.run();
                end(attempt);
            });
            interrupted.add(new Interrupted(attempt, Deadline.in(PATIENCE)));
        };
        running.values().stream().filter(attempt -> which.test(attempt) && attempt.end()).forEach(giveUp);
    }
}
