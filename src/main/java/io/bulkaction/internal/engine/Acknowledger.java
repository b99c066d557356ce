package io.bulkaction.internal.engine;

import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Acknowledged;
import io.bulkaction.internal.flow.InFlight.Failure;
import io.bulkaction.internal.flow.InFlight.Retry;
import io.bulkaction.internal.flow.InFlight.Success;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what became of jobs, in batches that form by themselves: while one is being written the next collects. Keeps
 * what it could not write and tries again; writing twice is safe.
 */
final class Acknowledger implements Outcomes {

    private static final Logger log = LoggerFactory.getLogger(Acknowledger.class);
    private static final int MAX_BATCH = 400;

    /** A group, a text, and what a failure writes cost Redis as much as many jobs that only end. */
    private static final int MAX_WEIGHT = 40;

    private static final int CHARS_OF_WEIGHT = 4_000;
    private static final Duration UNREACHABLE = Duration.ofSeconds(1);

    /** Told of batches. */
    @FunctionalInterface
    interface Listener {

        /** @param mayWait whether jobs of the batch may wait for a time now */
        void written(int partition, boolean mayWait);
    }

    /** @param isDead to be called once it is a dead letter */
    private record Final(Failure failure, Runnable isDead) {

        ClaimedJob job() {
            return failure.job();
        }
    }

    /** Says nothing of any job: ends the wait for the next one. */
    private static final Object STOP = new Object();

    private final Queue queue;
    private final Leases leases;
    private final QueueMetrics metrics;
    private final Runnable runEnded;
    private final Listener written;
    private final Consumer<Failure> failed;
    private final LinkedBlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final List<Success> successes = new ArrayList<>();
    private final List<Retry> retries = new ArrayList<>();
    private final List<Final> failures = new ArrayList<>();
    /** Of partitions that cannot be reached: the others do not wait for them. For the loop, and for who has stopped it. */
    private final List<Object> aside = new ArrayList<>();
    private Deadline askAgain = Deadline.in(Duration.ZERO);
    private final Reports reports;
    private final Loop loop;

    /**
     * @param runEnded called after a batch that ended a run; must not block
     * @param written told of each batch that was written; must not block
     */
    Acknowledger(Queue queue, Leases leases, QueueMetrics metrics, Runnable runEnded, Listener written) {
        this(queue, leases, metrics, runEnded, written, failure -> {});
    }

    /** @param failed told of each dead letter; must not block */
    Acknowledger(
            Queue queue, Leases leases, QueueMetrics metrics, Runnable runEnded, Listener written,
            Consumer<Failure> failed) {
        this.queue = queue;
        this.failed = failed;
        this.written = written;
        this.leases = leases;
        this.metrics = metrics;
        this.runEnded = runEnded;
        this.reports = new Reports(queue);
        this.loop = new Loop("acknowledger-" + queue.name(), this::turn);
    }

    Loop loop() {
        return loop;
    }

    void start() {
        loop.start();
    }

    @Override
    public void succeeded(Success success) {
        incoming.add(success);
    }

    @Override
    public void failed(Retry retry) {
        incoming.add(retry);
    }

    @Override
    public void failedForGood(Failure failure, Runnable isDead) {
        incoming.add(new Final(failure, isDead));
    }

    @Override
    public void progress(ClaimedJob job, String progress) {
        reports.progress(job, progress);
    }

    @Override
    public void checkpoint(ClaimedJob job, String json) {
        reports.checkpoint(job, json);
    }

    @Override
    public Optional<String> checkpoint(ClaimedJob job) {
        return reports.checkpoint(job);
    }

    /** Jobs that are done and not yet written as done. */
    int backlog() {
        return incoming.size();
    }

    /** Writes everything that is left, then stops. */
    boolean stop(Deadline deadline) {
        loop.requestStop();
        incoming.add(STOP);
        if (!loop.stop(deadline)) {
            return false;
        }
        try {
            writeAll();
            return true;
        } catch (RuntimeException failure) {
            log.warn("{} acknowledgements could not be written, their jobs will run again: {}",
                    successes.size() + retries.size() + failures.size(), failure.getMessage());
            return false;
        }
    }

    /** Writes everything that is left on the thread of the caller, while the loop does not run. */
    void writeAll() {
        reports.sendAll();
        takeBack(aside.size());
        try {
            collect(Duration.ZERO);
            while (successes.size() + retries.size() + failures.size() > 0) {
                write();
                collect(Duration.ZERO);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before all acknowledgements were written", interrupted);
        }
    }

    private Duration turn() throws InterruptedException {
        if (askAgain.isOver()) {
            takeBack(Math.min(aside.size(), MAX_WEIGHT));
        }
        collect(Duration.ofMillis(200));
        reports.sendDue();
        try {
            write();
        } catch (RedisUnavailableException down) {
            if (!queue.isPartitioned()) {
                throw down;
            }
            setAside(down);
        }
        return Duration.ZERO;
    }

    private void setAside(RedisUnavailableException down) {
        aside.addAll(successes);
        aside.addAll(retries);
        aside.addAll(failures);
        successes.clear();
        retries.clear();
        failures.clear();
        askAgain = Deadline.in(UNREACHABLE);
        log.debug("{} acknowledgements wait for a partition: {}", aside.size(), down.getMessage());
    }

    private void takeBack(int count) {
        List<Object> some = aside.subList(0, count);
        incoming.addAll(some);
        some.clear();
    }

    private void collect(Duration patience) throws InterruptedException {
        int room = MAX_BATCH - successes.size() - retries.size() - failures.size();
        if (room < MAX_BATCH && incoming.isEmpty()) {
            return;
        }
        Set<GroupId> groups = new HashSet<>();
        int weight = 0;
        Object next = incoming.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        while (next != null) {
            switch (next) {
                case Success success -> {
                    successes.add(success);
                    weight += groups.add(success.job().groupId()) ? 1 : 0;
                    weight += success.result() == null ? 0 : weightOf(success.result());
                }
                case Retry retry -> {
                    retries.add(retry);
                    weight += 1 + weightOf(retry.error().stackTrace());
                }
                case Final last -> {
                    failures.add(last);
                    weight += 1 + weightOf(last.failure().error().stackTrace());
                }
                default -> {} // STOP
            }
            next = --room > 0 && weight < MAX_WEIGHT ? incoming.poll() : null;
        }
    }

    private static int weightOf(String text) {
        return 1 + text.length() / CHARS_OF_WEIGHT;
    }

    private void write() {
        List<GroupId> ended = Stream.concat(
                successes.stream().map(Success::job), failures.stream().map(Final::job))
                .map(ClaimedJob::groupId)
                .toList();
        try {
            write(successes, Success::job, InFlight::complete, false);
        } finally { // what failed may be of other partitions than those that could not be reached
            try {
                writeRetries();
            } finally {
                writeFailures();
            }
        }
        ended.forEach(metrics::jobEnded);
    }

    private void writeRetries() {
        long waiting = retries.stream().filter(retry -> retry.reason() == WaitReason.RETRY).count();
        write(retries, Retry::job, InFlight::retry, true);
        metrics.sentToNonReady(waiting);
    }

    private void writeFailures() {
        write(failures, Final::job, (inFlight, part) -> inFlight.fail(part.stream().map(Final::failure).toList(), i -> {
            metrics.deadLettered(1);
            part.get(i).isDead().run();
            failed.accept(part.get(i).failure());
        }), false);
    }

    private <T> int write(
            List<T> batch, Function<T, ClaimedJob> job, BiFunction<InFlight, List<T>, Acknowledged> script,
            boolean mayWait) {
        if (batch.isEmpty()) {
            return 0;
        }
        int[] applied = {0};
        Map<Partition, List<T>> parts = queue.byPartition(batch, one -> job.apply(one).groupId());
        List<T> unwritten = new ArrayList<>();
        try {
            queue.forEach(partition -> {
                List<T> part = parts.getOrDefault(partition, List.of());
                unwritten.addAll(part);
                if (!part.isEmpty()) {
                    applied[0] += write(partition, part, job, script);
                    written.written(partition.number(), mayWait);
                    unwritten.subList(unwritten.size() - part.size(), unwritten.size()).clear();
                }
            });
        } finally {
            batch.clear();
            batch.addAll(unwritten);
        }
        return applied[0];
    }

    private <T> int write(
            Partition partition, List<T> part, Function<T, ClaimedJob> job,
            BiFunction<InFlight, List<T>, Acknowledged> script) {
        Acknowledged result = script.apply(partition.inFlight(), part);
        for (T acknowledged : part) {
            leases.remove(job.apply(acknowledged));
        }
        if (result.fenced() > 0) {
            metrics.fenced(result.fenced());
            log.warn("{} late acknowledgements changed nothing: their jobs had been taken over", result.fenced());
        }
        if (result.runEnded()) {
            runEnded.run();
        }
        return result.applied();
    }
}
