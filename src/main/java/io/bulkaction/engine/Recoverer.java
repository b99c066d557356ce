package io.bulkaction.engine;

import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Loop;
import io.bulkaction.metrics.QueueMetrics;
import io.bulkaction.queue.InFlight;
import io.bulkaction.queue.InFlight.Recovered;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts back jobs whose lease ran out. May run a job twice if its instance was only slow. */
final class Recoverer {

    private static final Logger log = LoggerFactory.getLogger(Recoverer.class);

    private final InFlight inFlight;
    private final QueueMetrics metrics;
    private final Consumer<List<GroupId>> endedRuns;
    private final Duration interval;
    private final Loop loop;

    Recoverer(
            String queue,
            InFlight inFlight,
            QueueMetrics metrics,
            Consumer<List<GroupId>> endedRuns,
            Duration interval) {
        this.inFlight = inFlight;
        this.metrics = metrics;
        this.endedRuns = endedRuns;
        this.interval = interval;
        this.loop = new Loop("recoverer-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        Recovered result = inFlight.recover(InFlight.MOST_AT_ONCE);
        if (result.recovered() + result.buried() > 0) {
            metrics.recovered(result.recovered());
            metrics.buried(result.buried());
            log.warn("recovered {} jobs whose lease ran out, buried {} as poison", result.recovered(), result.buried());
        }
        if (!result.endedRuns().isEmpty()) {
            endedRuns.accept(result.endedRuns());
        }
        return result.recovered() + result.buried() == InFlight.MOST_AT_ONCE ? Duration.ZERO : interval;
    }
}
