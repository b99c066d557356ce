package io.bulkaction.internal.engine;

import io.bulkaction.GroupId;
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
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
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

    /** Says nothing of any job: ends the wait for the next one. */
    private static final Object STOP = new Object();

    private final Queue queue;
    private final Leases leases;
    private final QueueMetrics metrics;
    private final Runnable runEnded;
    private final IntConsumer written;
    private final LinkedBlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final List<Success> successes = new ArrayList<>();
    private final List<Retry> retries = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Loop loop;

    /**
     * @param runEnded called after a batch that ended a run; must not block
     * @param written told the partition of each batch that was written; must not block
     */
    Acknowledger(Queue queue, Leases leases, QueueMetrics metrics, Runnable runEnded, IntConsumer written) {
        this.queue = queue;
        this.written = written;
        this.leases = leases;
        this.metrics = metrics;
        this.runEnded = runEnded;
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
    public void failedForGood(Failure failure) {
        incoming.add(failure);
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
        collect(Duration.ofMillis(200));
        write();
        return Duration.ZERO;
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
                case Failure failure -> {
                    failures.add(failure);
                    weight += 1 + weightOf(failure.error().stackTrace());
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
                successes.stream().map(Success::job), failures.stream().map(Failure::job))
                .map(ClaimedJob::groupId)
                .toList();
        write(successes, Success::job, InFlight::complete);
        long waiting = retries.stream().filter(retry -> retry.reason() == WaitReason.RETRY).count();
        write(retries, Retry::job, InFlight::retry);
        metrics.sentToNonReady(waiting);
        int failed = write(failures, Failure::job, InFlight::fail);
        if (failed > 0) {
            metrics.deadLettered(failed);
        }
        ended.forEach(metrics::jobEnded);
    }

    private <T> int write(
            List<T> batch, Function<T, ClaimedJob> job, BiFunction<InFlight, List<T>, Acknowledged> script) {
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
        written.accept(partition.number());
        return result.applied();
    }
}
