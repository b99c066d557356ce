package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.EarlyFetch.FetchSize;
import io.bulkaction.internal.flow.EarlyFetch.Reservation;
import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * Serves the fair queue: moves jobs to Ready as long as there is work and room. Does not poll: it is woken by new work,
 * by room in Ready, or by the start of the next window.
 */
final class Fetcher {

    private static final int MAX_BATCH = 400;

    private final Partition partition;
    private final QueueSettings.WorkerPool settings;
    private final Workforce workforce;
    private final FetchCounts counts;
    private final WakingLoop loop;
    private final TokenWait tokenWait = new TokenWait();
    private volatile boolean waitsForRoom;
    private volatile int depth;
    private boolean woken;

    Fetcher(Partition partition, Workforce workforce, QueueMetrics metrics) {
        this.partition = partition;
        this.settings = partition.redis().settings().workerPool();
        this.workforce = workforce;
        this.counts = new FetchCounts(metrics);
        this.loop = new WakingLoop("fetcher-" + partition.redis().name(), partition.wakes().fetcher(), this::turn);
    }

    Loop loop() {
        return loop.loop();
    }

    void start() {
        loop.start();
    }

    boolean stop(Deadline deadline) {
        return loop.stop(deadline);
    }

    /** Called by the claimer, so that Ready is filled up again before it runs empty. */
    void readyIsDownTo(int left) {
        if (waitsForRoom && 2 * left <= depth) {
            waitsForRoom = false;
            loop.wake();
        }
    }

    Stats stats() {
        return counts.stats();
    }

    private Duration turn() {
        tokenWait.goOn(loop, settings.workerTimeout());
        Optional<Reservation> idle = woken ? partition.earlyFetch().reserve(size()) : Optional.empty();
        woken = false;
        Fetched result;
        if (idle.isPresent()) {
            result = partition.fairQueue().fetchFor(idle.get());
        } else {
            result = partition.fairQueue().fetch(batchSize(), workforce.minimumDepth());
            count(result);
        }
        loop.signalUsed();
        depth = result.depth();
        waitsForRoom = result.stop() == Stop.FULL;
        return switch (result.stop()) {
            case MORE -> Duration.ZERO;
            case FULL -> settings.fetchInterval();
            case WINDOW -> tokenWait.begin(result.waitFor().orElse(settings.fetchInterval()));
            case EMPTY, PAUSED -> {
                woken = awaitSignal(
                        shorter(result.waitFor().orElse(settings.workerTimeout()), settings.workerTimeout()));
                yield Duration.ZERO;
            }
        };
    }

    private boolean awaitSignal(Duration atMost) {
        partition.earlyFetch().fetcherWaits(this::size);
        try {
            return loop.awaitSignal(atMost);
        } finally {
            partition.earlyFetch().fetcherContinues();
        }
    }

    /** How much a fetch of the claimer may bring too. */
    FetchSize size() {
        return new FetchSize(batchSize(), workforce.minimumDepth());
    }

    /** While the workers are quick, half of what Ready then holds: fewer calls for the same jobs. */
    private int batchSize() {
        return Math.max(settings.fetchBatchSize(), Math.min(depth / 2, MAX_BATCH));
    }

    /** Also for the claimer, who is told of early fetches. */
    void count(Fetched result) {
        counts.count(result);
    }

    static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    /** @param totalRejected how often Ready had no room */
    public record Stats(long totalFetched, long totalRejected, long totalEmptyPolls) {}
}
