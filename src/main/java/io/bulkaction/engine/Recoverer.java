package io.bulkaction.engine;

import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Loop;
import io.bulkaction.metrics.QueueMetrics;
import io.bulkaction.queue.InFlight;
import io.bulkaction.queue.InFlight.Recovered;
import io.bulkaction.settings.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts back jobs whose lease ran out. May run a job twice if its instance was only slow, but holds that against the job
 * only if the instance is gone.
 */
final class Recoverer {

    private static final Logger log = LoggerFactory.getLogger(Recoverer.class);
    private static final Duration LEAST_TOLERANCE = Duration.ofSeconds(1);

    private final InFlight inFlight;
    private final QueueMetrics metrics;
    private final Consumer<List<GroupId>> endedRuns;
    private final Duration interval;
    private final UnbrokenWatch watch;
    private final Loop loop;
    private int skip;

    Recoverer(
            String queue,
            InFlight inFlight,
            QueueMetrics metrics,
            Consumer<List<GroupId>> endedRuns,
            QueueSettings.Reliability settings) {
        this.inFlight = inFlight;
        this.metrics = metrics;
        this.endedRuns = endedRuns;
        this.interval = settings.recoverInterval();
        this.watch = new UnbrokenWatch(interval, tolerance(settings.heartbeat()), System::nanoTime);
        this.loop = new Loop("recoverer-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        Recovered result = inFlight.recover(InFlight.MOST_AT_ONCE, skip, watch.before());
        watch.answered(result.atMillis(), result.outOfTime());
        if (result.moved() > 0) {
            metrics.recovered(result.recovered());
            metrics.buried(result.buried());
            log.warn("recovered {} jobs whose lease ran out, buried {} as poison, cancelled {} with their group",
                    result.recovered(), result.buried(), result.cancelled());
        }
        if (!result.endedRuns().isEmpty()) {
            endedRuns.accept(result.endedRuns());
        }
        boolean full = result.moved() + result.left() == InFlight.MOST_AT_ONCE;
        skip = full ? skip + result.left() : 0;
        return full || result.shortened() == InFlight.MOST_AT_ONCE ? Duration.ZERO : interval;
    }

    private static Duration tolerance(Duration heartbeat) {
        Duration half = heartbeat.dividedBy(2);
        return half.compareTo(LEAST_TOLERANCE) > 0 ? half : LEAST_TOLERANCE;
    }
}
