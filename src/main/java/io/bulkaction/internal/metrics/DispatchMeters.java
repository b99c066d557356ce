package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Moves from Non-ready to the groups, as counters and again under the names of the dispatcher's statistics. */
final class DispatchMeters {

    private final LongAdder moved = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final Timer cycle;

    DispatchMeters(QueueMeters meters) {
        meters.counter("bulk.action.dispatch.moved", "Due jobs moved from Non-ready to their groups", moved::sum);
        meters.counter("bulk.action.dispatch.skip", "Cycles in which no job was due", skipped::sum);
        cycle = meters.timer("bulk.action.dispatch.cycle.duration", "Cycles of the dispatcher");
        meters.watch("bulk.action.dispatcher.total.moved", "Jobs moved since the start", moved::sum);
        meters.watch("bulk.action.dispatcher.total.skipped", "Cycles without a due job since the start", skipped::sum);
    }

    void moved(long jobs, long nanos) {
        moved.add(jobs);
        cycle.record(nanos, TimeUnit.NANOSECONDS);
        if (jobs == 0) {
            skipped.increment();
        }
    }
}
