package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.LongAdder;

/** Into Ready and Non-ready, as counters and under the names the fetcher's statistics have. */
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
        String admitted = "Jobs that went to Ready from the fair queue, or to Non-ready until their next attempt";
        dequeued = meters.counter("bulk.action.dequeue", "Jobs taken out of the fair queue");
        admittedReady = meters.counter(ADMITTED, admitted, "destination", "ready");
        admittedNonReady = meters.counter(ADMITTED, admitted, "destination", "non_ready");
        rejected = meters.counter("bulk.action.backpressure.rejected", "Turns in which the fetcher found Ready full");
        totalFetched = meters.tally("bulk.action.fetcher.total.fetched", "Jobs fetched since the start");
        emptyPolls = meters.tally("bulk.action.fetcher.empty.polls", "Turns that found nothing to fetch");
        totalReady = meters.tally("bulk.action.fetcher.admitted.ready", "Jobs fetched into Ready");
        totalNonReady = meters.tally("bulk.action.fetcher.admitted.non.ready", "Jobs sent to Non-ready");
    }

    void fetched(long jobs) {
        dequeued.increment(jobs);
        admittedReady.increment(jobs);
        totalFetched.add(jobs);
        totalReady.add(jobs);
    }

    void sentToNonReady(long jobs) {
        admittedNonReady.increment(jobs);
        totalNonReady.add(jobs);
    }

    void fetchedNothing() {
        emptyPolls.increment();
    }

    void rejected() {
        rejected.increment();
    }
}
