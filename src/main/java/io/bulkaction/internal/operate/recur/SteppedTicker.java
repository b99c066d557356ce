package io.bulkaction.internal.operate.recur;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.QueueName;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.BulkActionSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Recurring bulk actions without threads, for tests: on a clock that only the caller moves. */
public final class SteppedTicker {

    private final Supplier<Ticker> made;
    private Ticker ticker;

    SteppedTicker(Supplier<Ticker> made) {
        this.made = made;
        this.ticker = made.get();
    }

    /** Without Redis. */
    public static SteppedTicker inMemory(
            BulkActionSettings settings, BulkActionService service, JobSources sources,
            BiFunction<QueueName, GroupId, Optional<GroupProgress>> progress,
            Function<QueueName, QueueMetrics> metrics, InstantSource clock) {
        Set<QueueName> queues = settings.allQueues().keySet();
        RecurringRules rules = new RecurringRules(service, sources, settings.limits().payload());
        Map<QueueName, Map<String, RecurringAction>> configured = Configured.read(settings.recurring(), queue -> {
            if (!queues.contains(queue)) {
                throw new UnknownQueueException(queue, queues);
            }
        }, rules);
        return new SteppedTicker(() -> {
            Map<QueueName, RecurringRecords> records = new TreeMap<>();
            queues.forEach(queue -> records.put(queue, new MemoryRecords(clock)));
            return new Ticker(records, new Configured(configured, (queue, action) -> {}), progress,
                    new TickSubmit(service, sources), metrics, Ticker.Timing.NORMAL, Runnable::run);
        });
    }

    /** Submits the ticks that are due. */
    public void runDue() {
        long before;
        do {
            before = ticker.begun();
            ticker.turn();
        } while (ticker.begun() > before);
    }

    /** When the next tick is due, or one whose source has failed is tried again. */
    public Optional<Instant> nextDue() {
        return ticker.planned();
    }

    /** Forgets everything but the settings, which count from now on. */
    public void clear() {
        ticker = made.get();
    }
}
