package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.LongAdder;

/** Moves into Ready and Non-ready, as counters and again under the names of the fetcher's statistics. */
final class FetchMeters {

    private static final String ADMITTED = "bulk.action.backpressure.admitted";

    private final LongAdder ready = new LongAdder();
    private final LongAdder nonReady = new LongAdder();
    private final LongAdder emptyPolls = new LongAdder();
    private final Counter rejected;

    FetchMeters(QueueMeters meters) {
        String admitted = "Jobs that went to Ready from the fair queue, or to Non-ready until their next attempt";
        meters.counter("bulk.action.dequeue", "Jobs taken out of the fair queue", ready::sum);
        meters.counter(ADMITTED, admitted, ready::sum, "destination", "ready");
        meters.counter(ADMITTED, admitted, nonReady::sum, "destination", "non_ready");
        rejected = meters.counter("bulk.action.backpressure.rejected", "Turns in which the fetcher found Ready full");
        meters.watch("bulk.action.fetcher.total.fetched", "Jobs fetched since the start", ready::sum);
        meters.watch("bulk.action.fetcher.empty.polls", "Turns that found nothing to fetch", emptyPolls::sum);
        meters.watch("bulk.action.fetcher.admitted.ready", "Jobs fetched into Ready", ready::sum);
        meters.watch("bulk.action.fetcher.admitted.non.ready", "Jobs sent to Non-ready", nonReady::sum);
    }

    void fetched(long jobs) {
        ready.add(jobs);
    }

    void sentToNonReady(long jobs) {
        nonReady.add(jobs);
    }

    void fetchedNothing() {
        emptyPolls.increment();
    }

    void rejected() {
        rejected.increment();
    }
}
