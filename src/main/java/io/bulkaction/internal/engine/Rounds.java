package io.bulkaction.internal.engine;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.engine.PartitionTurns.Slice;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.PartitionSignals;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.flow.Tokens;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.DenyReason;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.redis.WakeList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves a queue of several partitions with one pool: goes round those that have work, and fetches and claims in one step for
 * the workers that are idle. Ready holds hardly anything, so there is nothing to keep filled; what a queue of one partition
 * keeps there is claimed ahead.
 *
 * <p>The smaller the batches, the more a job costs. So a busy queue takes a whole round from the one or two partitions that
 * have been waiting longest.
 *
 * <p>A partition that had no more is looked at again when somebody tells of new work in it, when its next group is due, and
 * after {@code worker-timeout} in any case. So an idle queue costs two calls per partition in that time, one connection that
 * blocks and two threads, however many partitions there are.
 */
final class Rounds implements Supply, PartitionSignals.Engine {

    private static final int MAX_CLAIM = 400;
    private static final int MAX_BACKLOG = 5_000;

    /** From so many jobs a second on a partition is asked for what the workers do in this time, within limits. */
    private static final int BUSY = 500;

    private static final Duration LEAST_WHEN_BUSY = Duration.ofMillis(20);
    private static final int LEAST = 32;
    private static final int ENOUGH = 200;
    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(200);
    /** A group whose job was left to others is due soon, and only the claim knows when. */
    private static final Duration SOON = Duration.ofMillis(200);

    private static final Duration UNREACHABLE = Duration.ofSeconds(1);
    private static final Duration FULL = Duration.ofMillis(20);

    private final Queue queue;
    private final WorkerPool pool;
    private final Acknowledger acknowledger;
    private final FetchCounts counts;
    private final QueueMetrics metrics;
    private final PartitionTurns turns;
    private final Tokens tokens;
    private final ClaimAhead ahead;
    private final WakeList signals;
    private final Loop loop;
    private final Loop listener;
    /** When a partition is to be looked at, by {@link System#nanoTime()}; reset by whoever knows of work there. */
    private final AtomicLongArray lookAt;
    private final long[] countAt;
    /** Of whose work somebody was told that it will be taken here. */
    private final Set<Integer> promised = ConcurrentHashMap.newKeySet();
    private final IntConsumer later;
    private final TypeLimits limits;
    /** By partition: processor types for which groups wait because as many of them ran here as may. */
    private final AtomicReferenceArray<Set<String>> waitedFor;

    /** @param later told of a partition in which something waits for a time; must not block */
    Rounds(Queue queue, WorkerPool pool, Acknowledger acknowledger, QueueMetrics metrics, TypeLimits limits,
            IntConsumer later) {
        int partitions = queue.partitions().size();
        this.queue = queue;
        this.pool = pool;
        this.acknowledger = acknowledger;
        this.metrics = metrics;
        this.counts = new FetchCounts(metrics);
        this.turns = new PartitionTurns(partitions);
        this.tokens = queue.tokens();
        this.ahead = new ClaimAhead(
                pool, ClaimAhead.AHEAD.plus(queue.settings().backpressure().readyTargetWait()));
        this.signals = queue.signals().open();
        this.lookAt = new AtomicLongArray(partitions);
        this.countAt = new long[partitions];
        this.limits = limits;
        this.later = later;
        this.waitedFor = new AtomicReferenceArray<>(partitions);
        this.loop = new Loop("claimer-" + queue.name(), this::turn);
        this.listener = new Loop("listener-" + queue.name(), this::listen);
    }

    @Override
    public void start() {
        IntStream.range(0, lookAt.length()).forEach(partition -> lookAt.set(partition, System.nanoTime()));
        queue.signals().serve(this);
        loop.start();
        listener.start();
    }

    /** Fetching and claiming are one step. */
    @Override
    public boolean stopFetching(Deadline deadline) {
        queue.signals().serve(null);
        listener.requestStop();
        signals.interrupt();
        boolean stopped = listener.stop(deadline);
        signals.close();
        return stopped;
    }

    @Override
    public boolean stopClaiming(Deadline deadline) {
        loop.requestStop();
        pool.endWait();
        return loop.stop(deadline);
    }

    @Override
    public void look(int partition) {
        lookAt.set(partition, System.nanoTime());
        loop.wake();
    }

    @Override
    public void mayRun(String processorType) {
        for (int i = 0; i < waitedFor.length(); i++) {
            Set<String> types = waitedFor.get(i);
            if (types != null && types.contains(processorType)) {
                look(i);
            }
        }
    }

    @Override
    public List<Loop> loops() {
        return List.of(loop, listener);
    }

    @Override
    public Fetcher.Stats stats() {
        return counts.stats();
    }

    @Override
    public boolean work(int partition) {
        boolean isTaken = pool.idle() > 0;
        if (isTaken) {
            promised.add(partition);
        }
        look(partition);
        return isTaken;
    }

    @Override
    public void later(int partition) {
        later.accept(partition);
    }

    /** The workers have got other work: somebody else is to be told. */
    private void breakPromises() {
        for (Integer partition : promised) {
            if (promised.remove(partition)) {
                queue.signals().pass(partition);
            }
        }
    }

    /** Other instances leave signals for whoever has idle workers. */
    private Duration listen() {
        if (pool.idle() == 0) {
            return FULL;
        }
        @Nullable
        String signal = signals.next(queue.settings().workerPool().workerTimeout());
        if (signal != null) {
            queue.signals().receive(signal, this);
        }
        return Duration.ZERO;
    }

    private Duration turn() throws InterruptedException {
        int claimAhead = ahead.jobs();
        int capacity = pool.awaitCapacity(Math.max(1, claimAhead / 2), claimAhead, Duration.ofMillis(200));
        if (capacity <= 0 || acknowledger.backlog() > MAX_BACKLOG) {
            breakPromises();
            return Duration.ofMillis(1);
        }
        List<Integer> due = due();
        if (due.isEmpty()) {
            tokens.giveBack();
            return untilNextLook();
        }
        int payable = tokens.upTo(Math.min(capacity, MAX_CLAIM));
        if (payable == 0) {
            metrics.denied(DenyReason.GLOBAL, 1);
            Duration wait = tokens.waitFor();
            tokens.giveBack(); // of the other ledger
            return wait;
        }
        List<Integer> reachable = count(due);
        if (reachable.isEmpty()) {
            return Duration.ZERO;
        }
        serve(turns.share(reachable, payable, worthACall(ahead.perSecond())));
        return Duration.ZERO;
    }

    private static int worthACall(double perSecond) {
        return perSecond > BUSY
                ? Math.clamp((long) (perSecond * LEAST_WHEN_BUSY.toMillis() / 1000), LEAST, ENOUGH)
                : 1;
    }

    private List<Integer> due() {
        long now = System.nanoTime();
        return IntStream.range(0, lookAt.length()).filter(i -> lookAt.get(i) - now <= 0).boxed().toList();
    }

    private Duration untilNextLook() {
        long now = System.nanoTime();
        long next = IntStream.range(0, lookAt.length()).mapToLong(i -> lookAt.get(i) - now).min().orElse(0);
        return Duration.ofNanos(Math.max(0, next));
    }

    /** All partitions are asked at once, so that the answers take as long as one. */
    private void serve(List<Slice> slices) {
        Asked asked = new Asked(System.nanoTime(), limits.freed());
        List<CompletableFuture<Fetched>> answers = new ArrayList<>();
        for (Slice slice : slices) {
            promised.remove(slice.partition());
            answers.add(partition(slice).fairQueue().fetchFor(slice.jobs(), false));
        }
        @Nullable
        RuntimeException failure = null;
        for (int i = 0; i < slices.size(); i++) {
            try {
                Fetched fetched = partition(slices.get(i)).redis().await(answers.get(i));
                served(slices.get(i), fetched, asked);
            } catch (RuntimeException failed) {
                failure = failed; // the jobs of the other partitions are claimed all the same
                postpone(slices.get(i).partition(), asked.nanos(), UNREACHABLE);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** @param freed how often jobs of limited types had ended */
    private record Asked(long nanos, long freed) {}

    private void served(Slice slice, Fetched fetched, Asked asked) {
        counts.count(fetched);
        int got = accept(slice, fetched.claimed());
        boolean paused = fetched.stop() == Stop.PAUSED;
        if (got < slice.jobs() && !paused && (fetched.ready() == 0 || fetched.claimed().left() > 0)) {
            // why: jobs that were given back wait in Ready, which a fetch that brings nothing does not look at
            Claimed rest = partition(slice).ready().claim(slice.jobs() - got);
            got += accept(slice, rest);
            if (rest.jobs().isEmpty() && rest.left() > 0 && rest.waitFor().isEmpty()) {
                return; // it met only jobs that others are to run: there is more behind them
            }
        }
        turns.got(slice.partition(), got);
        if (got == 0 || fetched.stop() == Stop.EMPTY && got < slice.jobs()) {
            turns.ranEmpty(slice.partition());
            if (!waitedFor.get(slice.partition()).isEmpty() && limits.freed() != asked.freed()) {
                return; // one that ended since found nobody who waits
            }
            Duration longest = queue.foreign().isEmpty() ? queue.settings().workerPool().workerTimeout() : SOON;
            postpone(slice.partition(), asked.nanos(), Fetcher.shorter(fetched.waitFor().orElse(longest), longest));
        } else if (fetched.stop() == Stop.MORE && pool.idle() == 0) {
            queue.signals().pass(slice.partition()); // another instance may have idle workers
        }
    }

    /** Unless somebody told of work since this was asked. */
    private void postpone(int partition, long asked, Duration wait) {
        long before = lookAt.get(partition);
        if (before - asked <= 0) {
            lookAt.compareAndSet(partition, before, System.nanoTime() + wait.toNanos());
        }
    }

    private int accept(Slice slice, Claimed claimed) {
        List<ClaimedJob> jobs = claimed.jobs();
        waitedFor.set(slice.partition(), claimed.waitedFor());
        if (!jobs.isEmpty()) {
            ahead.claimed(jobs.size());
            metrics.claimed(jobs.size());
            pool.accept(tokens.use(jobs));
        }
        return jobs.size();
    }

    /** Returns those that can be asked: where the node of one is down, the others go on. */
    private List<Integer> count(List<Integer> due) {
        long now = System.nanoTime();
        List<Integer> old = due.stream().filter(partition -> countAt[partition] - now <= 0).toList();
        List<CompletableFuture<long[]>> answers =
                old.stream().map(i -> queue.partitions().get(i).fairQueue().waiting()).toList();
        List<Integer> reachable = new ArrayList<>(due);
        for (int i = 0; i < old.size(); i++) {
            Partition partition = queue.partitions().get(old.get(i));
            try {
                turns.waiting(partition.number(), partition.redis().await(answers.get(i)));
                countAt[partition.number()] = now + BETWEEN_COUNTS.toNanos();
            } catch (RedisUnavailableException down) {
                reachable.remove(old.get(i));
                postpone(partition.number(), now, UNREACHABLE);
            }
        }
        return reachable;
    }

    private Partition partition(Slice slice) {
        return queue.partitions().get(slice.partition());
    }
}
