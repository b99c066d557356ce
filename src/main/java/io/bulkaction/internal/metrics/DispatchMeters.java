package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Moves from Non-ready into Ready, as counters and again under the names of the dispatcher's statistics. */
final class DispatchMeters {

    private final Counter moved;
    private final Counter skipped;
    private final Timer cycle;
    private final LongAdder totalMoved;
    private final LongAdder totalSkipped;

    DispatchMeters(QueueMeters meters) {
        moved = meters.counter("bulk.action.dispatch.moved", "Jobs moved from Non-ready into Ready");
        skipped = meters.counter("bulk.action.dispatch.skip", "Cycles in which the dispatcher found Ready full");
        cycle = meters.timer("bulk.action.dispatch.cycle.duration", "Cycles of the dispatcher");
        totalMoved = meters.tally("bulk.action.dispatcher.total.moved", "Jobs moved since the start");
        totalSkipped = meters.tally("bulk.action.dispatcher.total.skipped", "Cycles skipped since the start");
    }

    void moved(long jobs, long nanos) {
        moved.increment(jobs);
        totalMoved.add(jobs);
        cycle.record(nanos, TimeUnit.NANOSECONDS);
    }

    void skipped() {
        skipped.increment();
        totalSkipped.increment();
    }
}
