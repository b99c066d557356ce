package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of workers. A claimed job goes to an idle worker at once; while jobs are so short that the next claim
 * would come too late, a few wait here. Only fresh claims start: Redis looks at pause and cancel when it gives a job
 * away, so whoever starts nothing that was claimed longer ago keeps to both without asking again. The rest is given back.
 */
final class WorkerPool {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    /** Of the second after which nothing of a paused queue or cancelled group may start; the rest is for what is slow here. */
    private static final Duration MAX_AGE = Duration.ofMillis(800);

    private final Leases leases;
    private final Returner returner;
    private final KnownTypes types;
    private final Attempts attempts;
    private final Timekeeper timekeeper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition capacityFreed = lock.newCondition();
    private final Condition jobEnded = lock.newCondition();
    private final Workers workers = new Workers();
    private final WaitingJobs waiting = new WaitingJobs();
    private int wanted = Integer.MAX_VALUE;
    private int ahead;
    private boolean closed;
    private boolean waitEnded;
    private boolean givenBack;

    /**
     * @param timeouts how long a job of a processor's type may run
     * @param types which jobs can run here at all
     */
    WorkerPool(
            Queue queue,
            JobRunner runner,
            Leases leases,
            Returner returner,
            QueueMetrics metrics,
            Function<String, Duration> timeouts,
            KnownTypes types) {
        Duration halfLease = queue.settings().reliability().lease().dividedBy(2);
        Duration fresh = MAX_AGE.compareTo(halfLease) < 0 ? MAX_AGE : halfLease;
        this.leases = leases;
        this.returner = returner;
        this.types = types;
        this.attempts = new Attempts(runner, leases, metrics, timeouts, fresh, new Attempts.Listener() {
            @Override
            public void ended(Attempt attempt) {
                free(attempt);
            }

            @Override
            public void foundStale() {
                giveBackStale();
            }
        });
        this.timekeeper = new Timekeeper(queue.name().value(), attempts::endOverdue, this::giveBackUnserved);
    }

    Attempts attempts() {
        return attempts;
    }

    Timekeeper timekeeper() {
        return timekeeper;
    }

    void open(int workerCount) {
        lock.lock();
        try {
            closed = false;
        } finally {
            lock.unlock();
        }
        scale(workerCount);
        timekeeper.loop().start();
    }

    void scale(int workerCount) {
        lock.lock();
        try {
            workers.scale(workerCount);
            serveWaiting();
            capacityFreed.signal();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return workers.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until at least {@code atLeast} jobs can be taken, or the time is over.
     *
     * @param ahead how many jobs may wait here beside those that idle workers take at once
     * @return how many can be taken
     */
    int awaitCapacity(int atLeast, int ahead, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            this.ahead = ahead;
            this.wanted = atLeast;
            long nanos = atMost.toNanos();
            while (capacity() < atLeast && nanos > 0 && !waitEnded) {
                nanos = capacityFreed.awaitNanos(nanos);
            }
            return capacity();
        } finally {
            this.wanted = Integer.MAX_VALUE;
            this.waitEnded = false;
            lock.unlock();
        }
    }

    /** Workers that nothing waits for. */
    int idle() {
        lock.lock();
        try {
            return closed ? 0 : Math.max(0, workers.idle() - waiting.size());
        } finally {
            lock.unlock();
        }
    }

    /** Whether, since this was last asked, jobs had to be given back that no worker started. */
    boolean hasGivenBack() {
        lock.lock();
        try {
            boolean answer = givenBack;
            givenBack = false;
            return answer;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the current or the next wait for capacity at once. */
    void endWait() {
        lock.lock();
        try {
            waitEnded = true;
            capacityFreed.signal();
        } finally {
            lock.unlock();
        }
    }

    void accept(List<ClaimedJob> jobs) {
        lock.lock();
        try {
            jobs.forEach(leases::add);
            KnownTypes.Split split = types.take(jobs);
            returner.giveBack(split.others().stream().map(job -> new Release(job, false)).toList());
            split.own().forEach(waiting::add);
            serveWaiting();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more jobs and gives back those that never started; returns how many. */
    int close() {
        lock.lock();
        try {
            closed = true;
            int unstarted = waiting.size();
            giveBack(takeWaiting());
            capacityFreed.signal();
            return unstarted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the jobs that run; returns those that did not end in time, in the order in which they were claimed. What
     * they return no longer counts.
     */
    List<Attempt> awaitRunning(Deadline deadline) throws InterruptedException {
        lock.lock();
        try {
            while (!attempts.isEmpty() && !deadline.isOver()) {
                jobEnded.awaitNanos(deadline.remaining().toNanos());
            }
        } finally {
            lock.unlock();
        }
        return attempts.takeUnfinished();
    }

    List<Worker.Status> statuses() {
        lock.lock();
        try {
            return workers.statuses();
        } finally {
            lock.unlock();
        }
    }

    /** Called again and again. All at once: what stays would start before what went, though it is younger. */
    private void giveBackUnserved() {
        giveBackStale();
        lock.lock();
        try {
            if (waiting.isOverdue()) {
                giveBack(takeWaiting());
            }
        } finally {
            lock.unlock();
        }
    }

    /** All of them together, whoever noticed it first: so they keep their order. */
    private void giveBackStale() {
        lock.lock();
        try {
            List<Attempt> stale = attempts.takeStale();
            if (!stale.isEmpty()) {
                log.debug("{} jobs could not start in time and are given back", stale.size());
                giveBack(Stream.concat(stale.stream().map(Attempt::claimed), takeWaiting().stream()).toList());
                stale.forEach(attempts::end);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<ClaimedJob> takeWaiting() {
        List<ClaimedJob> all = waiting.takeAll();
        all.forEach(types::ended);
        return all;
    }

    private void giveBack(List<ClaimedJob> unstarted) {
        if (!unstarted.isEmpty()) {
            returner.giveBack(unstarted.stream().map(job -> new Release(job, false)).toList());
            givenBack = true;
            ahead = 0;
        }
    }

    private int capacity() {
        return closed || workers.size() == 0 ? 0 : workers.idle() + ahead - waiting.size();
    }

    private void serveWaiting() {
        while (!closed && workers.idle() > 0 && !waiting.isEmpty()) {
            attempts.start(workers.takeIdle(), waiting.takeFirst());
        }
    }

    private void free(Attempt attempt) {
        lock.lock();
        try {
            types.ended(attempt.claimed());
            Worker worker = attempt.worker();
            if (!worker.ended(attempt.hasStarted())) {
                workers.remove(worker);
            } else if (closed || waiting.isEmpty()) {
                workers.putIdle(worker);
            } else {
                attempts.start(worker, waiting.takeFirst());
            }
            if (capacity() >= wanted) {
                capacityFreed.signal();
            }
            jobEnded.signalAll();
        } finally {
            lock.unlock();
        }
        if (!lock.isHeldByCurrentThread()) { // else its job was not started and goes back to Ready, which is looked at anyway
            types.tellEnded(attempt.claimed());
        }
    }
}
