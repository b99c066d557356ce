package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.LongAdder;

/** Moves from the fair queue into Ready or Non-ready, as counters and again under the names of the fetcher's statistics. */
final class FetchMeters {

    private static final String ADMITTED = "bulk.action.backpressure.admitted";

    private final Counter dequeued;
    private final Counter admittedReady;
    private final Counter admittedNonReady;
    private final Counter rejected;
    private final LongAdder totalFetched;
    private final LongAdder emptyPolls;
    private final LongAdder totalReady;
    private final LongAdder totalNonReady;

    FetchMeters(QueueMeters meters) {
        String admitted = "Jobs taken out of the fair queue, by where they went";
        dequeued = meters.counter("bulk.action.dequeue", "Jobs taken out of the fair queue");
        admittedReady = meters.counter(ADMITTED, admitted, "destination", "ready");
        admittedNonReady = meters.counter(ADMITTED, admitted, "destination", "non_ready");
        rejected = meters.counter("bulk.action.backpressure.rejected", "Turns in which the fetcher found Ready full");
        totalFetched = meters.tally("bulk.action.fetcher.total.fetched", "Jobs fetched since the start");
        emptyPolls = meters.tally("bulk.action.fetcher.empty.polls", "Turns that found nothing to fetch");
        totalReady = meters.tally("bulk.action.fetcher.admitted.ready", "Jobs fetched into Ready");
        totalNonReady = meters.tally("bulk.action.fetcher.admitted.non.ready", "Jobs fetched into Non-ready");
    }

    void fetched(long ready, long staged) {
        dequeued.increment(ready + staged);
        admittedReady.increment(ready);
        admittedNonReady.increment(staged);
        totalFetched.add(ready + staged);
        totalReady.add(ready);
        totalNonReady.add(staged);
    }

    void fetchedNothing() {
        emptyPolls.increment();
    }

    void rejected() {
        rejected.increment();
    }
}
