package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** From Non-ready back to the groups, as counters and under the names the dispatcher's statistics have. */
final class DispatchMeters {

    private final Counter moved;
    private final Counter skipped;
    private final Timer cycle;
    private final LongAdder totalMoved;
    private final LongAdder totalSkipped;

    DispatchMeters(QueueMeters meters) {
        moved = meters.counter("bulk.action.dispatch.moved", "Due jobs moved from Non-ready to their groups");
        skipped = meters.counter("bulk.action.dispatch.skip", "Cycles in which no job was due");
        cycle = meters.timer("bulk.action.dispatch.cycle.duration", "Cycles of the dispatcher");
        totalMoved = meters.tally("bulk.action.dispatcher.total.moved", "Jobs moved since the start");
        totalSkipped = meters.tally("bulk.action.dispatcher.total.skipped", "Cycles without a due job since the start");
    }

    void moved(long jobs, long nanos) {
        moved.increment(jobs);
        totalMoved.add(jobs);
        cycle.record(nanos, TimeUnit.NANOSECONDS);
        if (jobs == 0) {
            skipped.increment();
            totalSkipped.increment();
        }
    }
}
