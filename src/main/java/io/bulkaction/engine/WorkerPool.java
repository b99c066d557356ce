package io.bulkaction.engine;

import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Deadline;
import io.bulkaction.metrics.QueueMetrics;
import io.bulkaction.processor.AttemptOutcome;
import io.bulkaction.queue.Claim;
import io.bulkaction.queue.ClaimedJob;
import io.bulkaction.queue.InFlight.Release;
import io.bulkaction.queue.Queue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
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
    private static final Duration LONGEST_FRESH = Duration.ofMillis(800);

    private final JobRunner runner;
    private final Held held;
    private final Returner returner;
    private final QueueMetrics metrics;
    private final Function<String, Duration> timeouts;
    private final Duration fresh;
    private final Timekeeper timekeeper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition capacityFreed = lock.newCondition();
    private final Condition jobEnded = lock.newCondition();
    /** Those that leave are among them until their job has ended. */
    private final List<Worker> workers = new ArrayList<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final WaitingJobs waiting = new WaitingJobs();
    private int size;
    private int nextId;
    private int wanted = Integer.MAX_VALUE;
    private int ahead;
    private long nextAttempt;
    private boolean closed;
    private boolean waitEnded;
    private boolean givenBack;

    /** @param timeouts how long a job of a processor's type may run */
    WorkerPool(
            Queue queue,
            JobRunner runner,
            Held held,
            Returner returner,
            QueueMetrics metrics,
            Function<String, Duration> timeouts) {
        Duration halfLease = queue.settings().reliability().lease().dividedBy(2);
        this.fresh = LONGEST_FRESH.compareTo(halfLease) < 0 ? LONGEST_FRESH : halfLease;
        this.runner = runner;
        this.held = held;
        this.returner = returner;
        this.metrics = metrics;
        this.timeouts = timeouts;
        this.timekeeper = new Timekeeper(
                queue.name().value(), this::running, this::timeOut, this::giveBackUnserved, metrics);
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

    /** Up at once; down as the jobs of those who leave end. */
    void scale(int workerCount) {
        lock.lock();
        try {
            for (; size < workerCount; size++) {
                Worker worker = new Worker(nextId++);
                workers.add(worker);
                idle.push(worker);
            }
            for (; size > workerCount; size--) {
                Worker leaving = idle.isEmpty() ? lastThatStays() : idle.pop();
                leaving.retire();
                workers.removeIf(worker -> worker.state() == WorkerState.STOPPED);
            }
            serveWaiting();
            capacityFreed.signal();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return size;
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
            return closed ? 0 : Math.max(0, idle.size() - waiting.size());
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
            for (ClaimedJob job : jobs) {
                held.claimed(job);
                waiting.add(job);
            }
            serveWaiting();
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts the jobs of groups that are being cancelled; their attempts end here and now. */
    void cancel(Set<GroupId> groups) {
        giveUp(
                attempt -> groups.contains(attempt.job().groupId()),
                attempt -> runner.cancelled(attempt.claimed()));
    }

    /** Stops jobs that another instance has taken over: nobody waits for what they would say. */
    void abandon(Set<Claim> lost) {
        giveUp(attempt -> lost.contains(attempt.claimed().claim()), attempt -> {
            log.warn("job {} was taken over by another instance and is interrupted here", attempt.job().id());
            held.gone(attempt.claimed());
        });
    }

    /** Takes no more jobs and gives back those that never started; returns how many. */
    int close() {
        lock.lock();
        try {
            closed = true;
            int unstarted = waiting.size();
            giveBackWaiting();
            capacityFreed.signal();
            return unstarted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the jobs that run; returns those that did not end in time, in the order in which they started. What they
     * say no longer counts.
     */
    List<Attempt> awaitRunning(Deadline deadline) throws InterruptedException {
        lock.lock();
        try {
            while (!running().isEmpty() && !deadline.isOver()) {
                jobEnded.awaitNanos(deadline.remaining().toNanos());
            }
            return running().stream().filter(Attempt::end).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Ends jobs that were given back. */
    void interrupt(Collection<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            timekeeper.interrupt(attempt);
            held.gone(attempt.claimed());
            free(attempt);
        }
    }

    List<Worker.Status> statuses() {
        lock.lock();
        try {
            return workers.stream().map(Worker::status).toList();
        } finally {
            lock.unlock();
        }
    }

    int active() {
        return running().size();
    }

    private List<Attempt> running() {
        lock.lock();
        try {
            List<Attempt> attempts = new ArrayList<>();
            for (Worker worker : workers) {
                Attempt attempt = worker.current();
                if (attempt != null) {
                    attempts.add(attempt);
                }
            }
            attempts.sort(Comparator.comparingLong(Attempt::number));
            return attempts;
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
                giveBackWaiting();
            }
        } finally {
            lock.unlock();
        }
    }

    /** All of them together, whoever noticed it first: so they keep their order. */
    private void giveBackStale() {
        lock.lock();
        try {
            List<Attempt> stale = running().stream()
                    .filter(attempt -> attempt.claimed().isOlderThan(fresh) && attempt.endUnstarted())
                    .toList();
            if (!stale.isEmpty()) {
                log.info("{} jobs were claimed too long ago to be started and are given back", stale.size());
                giveBack(Stream.concat(stale.stream().map(Attempt::claimed), waiting.takeAll().stream()).toList());
                stale.forEach(this::free);
            }
        } finally {
            lock.unlock();
        }
    }

    private void giveBackWaiting() {
        giveBack(waiting.takeAll());
    }

    private void giveBack(List<ClaimedJob> unstarted) {
        if (!unstarted.isEmpty()) {
            returner.giveBack(unstarted.stream().map(job -> new Release(job, false)).toList());
            givenBack = true;
            ahead = 0;
        }
    }

    private Worker lastThatStays() {
        return workers.reversed().stream()
                .filter(worker -> worker.state() == WorkerState.RUNNING)
                .findFirst()
                .orElseThrow();
    }

    private int capacity() {
        return closed || size == 0 ? 0 : idle.size() + ahead - waiting.size();
    }

    private void serveWaiting() {
        while (!closed && !idle.isEmpty() && !waiting.isEmpty()) {
            run(idle.pop(), waiting.takeFirst());
        }
    }

    private void run(Worker worker, ClaimedJob claimed) {
        Duration timeout = timeouts.apply(claimed.job().processorType());
        Attempt attempt = new Attempt(nextAttempt++, worker, claimed, timeout, this::execute);
        worker.run(attempt);
        attempt.start();
    }

    private void execute(Attempt attempt) {
        // why here and not when the worker took it: its thread may have had to wait for a core
        if (attempt.claimed().isOlderThan(fresh)) {
            giveBackStale();
            return;
        }
        if (!attempt.begin()) {
            return;
        }
        if (attempt.job().attempt() == 1) { // later ones wait on purpose
            metrics.waited(attempt.claimed().waited());
        }
        AttemptOutcome outcome = runner.run(attempt.job());
        if (attempt.end()) {
            runner.settle(attempt.claimed(), outcome, attempt.elapsedNanos());
            free(attempt);
        }
    }

    private void timeOut(Attempt overdue) {
        giveUp(attempt -> attempt == overdue, attempt -> runner.settle(
                attempt.claimed(), AttemptOutcome.timedOut(attempt.timeout()), attempt.elapsedNanos()));
    }

    private void giveUp(Predicate<Attempt> which, Consumer<Attempt> settle) {
        for (Attempt attempt : running()) {
            if (which.test(attempt) && attempt.end()) {
                timekeeper.interrupt(attempt);
                settle.accept(attempt);
                free(attempt);
            }
        }
    }

    private void free(Attempt attempt) {
        lock.lock();
        try {
            Worker worker = attempt.worker();
            if (!worker.ended(attempt.hasStarted())) {
                workers.remove(worker);
            } else if (closed || waiting.isEmpty()) {
                idle.push(worker);
            } else {
                run(worker, waiting.takeFirst());
            }
            if (capacity() >= wanted) {
                capacityFreed.signal();
            }
            jobEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
