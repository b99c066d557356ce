package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.WakeList;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells the engines in which partition there is new work. No loop can block on the wake lists of all partitions at once: in
 * a cluster each would need a connection. So there is one list for the queue, in its home partition, that names
 * partitions. It is only written where no worker of this process takes the work, and for each partition a few times a second
 * at most. Who misses a signal looks at every partition anyway after {@code worker-timeout}.
 */
public final class PartitionSignals {

    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final int QUIET = 0;
    private static final int JUST_SENT = 1;
    private static final int SEND_AGAIN = 2;

    private final int partitions;
    private final boolean used;
    private final WakeList signals;
    private final RedisQueue home;
    private final AtomicIntegerArray sent;
    private final Executor later = CompletableFuture.delayedExecutor(BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    private volatile @Nullable IntPredicate engine;

    /** @param used whether the queue is served by going round its partitions; scripts alone wake the loops of one */
    PartitionSignals(RedisQueue home, int partitions, boolean used) {
        this.used = used;
        this.home = home;
        this.partitions = partitions;
        this.sent = new AtomicIntegerArray(partitions);
        this.signals = open();
    }

    /** A place to wait for signals at, with a connection of its own from its first wait on. */
    public WakeList open() {
        return home.wakeList(home.keys().wakePartitions());
    }

    /** @param taker told a partition with new work; answers whether this process has idle workers for it. Null for none. */
    public void serve(@Nullable IntPredicate taker) {
        engine = taker;
    }

    /** There is new work in a partition. Returns at once. */
    public void work(int partition) {
        IntPredicate taker = engine;
        if (used && (taker == null || !taker.test(partition))) {
            pass(partition);
        }
    }

    public void workEverywhere() {
        for (int partition = 0; partition < partitions; partition++) {
            work(partition);
        }
    }

    /** Leaves the work to another instance. */
    public void pass(int partition) {
        if (sent.getAndUpdate(partition, state -> state == QUIET ? JUST_SENT : SEND_AGAIN) == QUIET) {
            signals.signal(Integer.toString(partition), 2 * partitions);
            later.execute(() -> rested(partition));
        }
    }

    private void rested(int partition) {
        if (sent.getAndSet(partition, QUIET) == SEND_AGAIN) {
            pass(partition);
        }
    }
}
