package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.spi.PayloadCodecException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the results of ended runs aggregated, in parallel: each takes a few round trips, and very many groups may end at
 * once. Does not wait long for a slow one, such as a giant or one whose aggregator hangs.
 */
final class RunEnder {

    private static final Logger log = LoggerFactory.getLogger(RunEnder.class);
    private static final int BATCH = 50;

    /** Results that are made at the same time; more than a batch only if earlier batches contain slow ones. */
    private static final int MAX_UNDER_WAY = 4 * BATCH;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Queue queue;
    private final Aggregator aggregator;
    private final Duration lease;
    private final Runnable ended;
    private final Set<GroupId> underWay = ConcurrentHashMap.newKeySet();
    private volatile ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param lease after which another instance may try
     * @param ended called for every run that has ended; must not block
     */
    RunEnder(Queue queue, Aggregator aggregator, Duration lease, Runnable ended) {
        this.queue = queue;
        this.aggregator = aggregator;
        this.lease = lease;
        this.ended = ended;
    }

    void start() {
        if (threads.isShutdown()) {
            threads = Executors.newVirtualThreadPerTaskExecutor();
        }
    }

    /** @return whether everything was done by the deadline; the rest is interrupted */
    boolean stop(Deadline deadline) {
        threads.shutdown();
        try {
            if (threads.awaitTermination(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
        return false;
    }

    /** @return whether there may be more */
    boolean endNext() {
        int room = Math.min(BATCH, MAX_UNDER_WAY - underWay.size());
        if (room <= 0) {
            return false;
        }
        List<GroupId> taken = Groups.of(queue).results().takeEnded(room, lease);
        // why: when its lease is over, a run that is still being worked on here is taken again
        List<GroupId> next = taken.stream().filter(underWay::add).toList();
        CountDownLatch left = new CountDownLatch(next.size());
        for (GroupId group : next) {
            Runnable over = () -> {
                underWay.remove(group);
                left.countDown();
            };
            try {
                threads.execute(() -> {
                    try {
                        end(group);
                    } finally {
                        over.run();
                    }
                });
            } catch (RejectedExecutionException stopping) {
                over.run();
            }
        }
        try {
            left.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return taken.size() == room;
    }

    /** Ends every run that waits for its result, one after the other on this thread. */
    void endAllHere() {
        List<GroupId> taken;
        do {
            taken = Groups.of(queue).results().takeEnded(BATCH, lease);
            taken.forEach(this::end);
        } while (!taken.isEmpty());
    }

    /** A run that cannot be ended must not stop the others; it is tried again after its lease. */
    private void end(GroupId group) {
        try {
            if (aggregator.finalize(group)) {
                ended.run();
            }
        } catch (PayloadCodecException unreadable) {
            log.warn("The run of group {} in queue {} waits for an instance that can read its results: {}",
                    group, queue.name(), OneLine.of(unreadable.getMessage()));
        } catch (RuntimeException | Error failure) {
            log.warn("The run of group {} in queue {} could not be ended and is tried again",
                    group, queue.name(), failure);
        }
    }
}
