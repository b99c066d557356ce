package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.metrics.DenyReason;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.util.concurrent.atomic.LongAdder;

/** What fetches of this instance brought. */
final class FetchCounts {

    private final QueueMetrics metrics;
    private final LongAdder fetched = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder emptyPolls = new LongAdder();

    FetchCounts(QueueMetrics metrics) {
        this.metrics = metrics;
    }

    void count(Fetched result) {
        if (result.ready() > 0) {
            fetched.add(result.ready());
            metrics.fetched(result.ready());
        }
        if (result.denied() > 0) {
            metrics.denied(DenyReason.PER_GROUP, result.denied());
        }
        if (result.stop() == Stop.WINDOW) {
            metrics.denied(DenyReason.GLOBAL, 1);
        } else if (result.stop() == Stop.FULL) {
            rejected.increment();
            metrics.fetchRejected();
        } else if (result.stop() == Stop.EMPTY && result.ready() == 0) {
            emptyPolls.increment();
            metrics.fetchedNothing();
        }
    }

    Fetcher.Stats stats() {
        return new Fetcher.Stats(fetched.sum(), rejected.sum(), emptyPolls.sum());
    }
}
