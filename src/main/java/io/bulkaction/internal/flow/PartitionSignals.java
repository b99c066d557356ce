package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.WakeList;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Tells the engines in which partition there is new work, or something that waits for a time. No loop can block on the wake
 * lists of all partitions at once: in a cluster each would need a connection. So there is one list for the queue, in its home
 * partition, that names partitions. It is only written where no worker of this process takes the work, and for each partition
 * a few times a second at most. Who misses a signal looks at every partition anyway after {@code worker-timeout}.
 */
public final class PartitionSignals {

    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final int QUIET = 0;
    private static final int JUST_SENT = 1;
    private static final int SEND_AGAIN = 2;
    private static final String LATER = "later:";

    /** The engine of this process. */
    public interface Engine {

        /** There is new work. Returns at once. @return whether there is an idle worker for it */
        boolean work(int partition);

        /** Something waits for a time, perhaps one that has come. Returns at once. */
        void later(int partition);
    }

    private final int partitions;
    private final boolean used;
    private final WakeList signals;
    private final RedisQueue home;
    /** By partition, of work; then the same of what waits for a time. */
    private final AtomicIntegerArray sent;
    private final Executor later = CompletableFuture.delayedExecutor(BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    private volatile @Nullable Engine engine;

    /** @param used whether the queue is served by going round its partitions; scripts alone wake the loops of one */
    PartitionSignals(RedisQueue home, int partitions, boolean used) {
        this.used = used;
        this.home = home;
        this.partitions = partitions;
        this.sent = new AtomicIntegerArray(2 * partitions);
        this.signals = open();
    }

    /** A place to wait for signals at, with a connection of its own from its first wait on. */
    public WakeList open() {
        return home.wakeList(home.keys().wakePartitions());
    }

    /** @param taker null for none */
    public void serve(@Nullable Engine taker) {
        engine = taker;
    }

    /** Tells an engine what a signal says that came from elsewhere. */
    public void receive(String signal, Engine receiver) {
        boolean isLater = signal.startsWith(LATER);
        int partition = Integer.parseInt(isLater ? signal.substring(LATER.length()) : signal) % partitions;
        if (isLater) {
            receiver.later(partition);
        } else if (!receiver.work(partition)) {
            pass(partition); // its last idle worker has got other work meanwhile
        }
    }

    /** There is new work in a partition. Returns at once. */
    public void work(int partition) {
        Engine taker = engine;
        if (used && (taker == null || !taker.work(partition))) {
            pass(partition);
        }
    }

    /** Something in a partition waits for a time, or no longer does. Returns at once. */
    public void later(int partition) {
        Engine taker = engine;
        if (used && taker != null) {
            taker.later(partition);
        } else if (used) {
            send(partitions + partition);
        }
    }

    /** A person has changed what may start. Returns at once. */
    public void changed(int partition) {
        later(partition);
        work(partition);
    }

    public void workEverywhere() {
        for (int partition = 0; partition < partitions; partition++) {
            work(partition);
        }
    }

    /** Leaves the work to another instance. */
    public void pass(int partition) {
        send(partition);
    }

    private void send(int signal) {
        if (sent.getAndUpdate(signal, state -> state == QUIET ? JUST_SENT : SEND_AGAIN) == QUIET) {
            signals.signal(
                    signal < partitions ? Integer.toString(signal) : LATER + (signal - partitions), 4 * partitions);
            later.execute(() -> rested(signal));
        }
    }

    private void rested(int signal) {
        if (sent.getAndSet(signal, QUIET) == SEND_AGAIN) {
            send(signal);
        }
    }
}
