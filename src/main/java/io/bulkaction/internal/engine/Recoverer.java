package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Recovered;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts back jobs whose lease ran out. May run a job twice if its instance was only slow, but holds that against the job
 * only if the instance is gone.
 */
final class Recoverer {

    private static final Logger log = LoggerFactory.getLogger(Recoverer.class);
    private static final Duration LEAST_TOLERANCE = Duration.ofSeconds(1);

    private final QueueMetrics metrics;
    private final Runnable runEnded;
    private final IntConsumer returned;
    private final Duration interval;
    private final Map<Partition, Watchman> watchmen = new LinkedHashMap<>();
    private final Loop loop;

    /** @param returned told the partition whose groups got jobs back; must not block */
    Recoverer(Queue queue, QueueMetrics metrics, Runnable runEnded, IntConsumer returned) {
        QueueSettings.Reliability settings = queue.settings().reliability();
        this.metrics = metrics;
        this.runEnded = runEnded;
        this.returned = returned;
        this.interval = settings.recoverInterval();
        queue.partitions().forEach(partition -> watchmen.put(
                partition, new Watchman(partition, tolerance(settings.heartbeat()))));
        this.loop = new Loop("recoverer-" + queue.name(), () -> turn(queue));
    }

    Loop loop() {
        return loop;
    }

    private Duration turn(Queue queue) {
        boolean[] more = {false};
        queue.forEach(partition -> more[0] |= watchmen.get(partition).turn());
        return more[0] ? Duration.ZERO : interval;
    }

    /** Looks after one partition, by the clock of its node. */
    private final class Watchman {

        private final Partition partition;
        private final UnbrokenWatch watch;
        private int skip;

        Watchman(Partition partition, Duration tolerance) {
            this.partition = partition;
            this.watch = new UnbrokenWatch(interval, tolerance, System::nanoTime);
        }

        /** @return whether there is more to do now */
        boolean turn() {
            Recovered result = partition.inFlight().recover(InFlight.MAX_BATCH, skip, watch.before());
            watch.answered(result.atMillis(), result.outOfTime());
            if (result.moved() > 0) {
                returned.accept(partition.number());
                metrics.recovered(result.recovered());
                metrics.deadLettered(result.failed());
                log.warn("recovered {} jobs whose lease ran out, {} failed as poison, cancelled {} with their group",
                        result.recovered(), result.failed(), result.cancelled());
            }
            if (result.runEnded()) {
                runEnded.run();
            }
            boolean full = result.moved() + result.left() == InFlight.MAX_BATCH;
            skip = full ? skip + result.left() : 0;
            return full || result.shortened() == InFlight.MAX_BATCH;
        }
    }

    private static Duration tolerance(Duration heartbeat) {
        Duration half = heartbeat.dividedBy(2);
        return half.compareTo(LEAST_TOLERANCE) > 0 ? half : LEAST_TOLERANCE;
    }
}
