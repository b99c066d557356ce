package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Acknowledged;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back jobs that this instance has claimed and will not finish. Keeps what it could not write and tries again; until
 * then their leases are kept. In which order it writes does not matter: Redis knows the order of the claims.
 */
final class Returner {

    private static final Logger log = LoggerFactory.getLogger(Returner.class);
    private static final Duration REST = Duration.ofSeconds(10);

    private final Queue queue;
    private final Leases leases;
    private final Runnable runEnded;
    private final LinkedBlockingQueue<Release> releases = new LinkedBlockingQueue<>();
    /** Not yet written. Only the loop looks at it, and who has stopped the loop. */
    private final List<Release> batch = new ArrayList<>();
    private final Loop loop;

    Returner(Queue queue, Leases leases, Runnable runEnded) {
        this.queue = queue;
        this.leases = leases;
        this.runEnded = runEnded;
        this.loop = new Loop("returner-" + queue.name(), this::turn);
    }

    Loop loop() {
        return loop;
    }

    /** Returns at once. */
    void giveBack(List<Release> jobs) {
        if (!jobs.isEmpty()) {
            releases.addAll(jobs);
            loop.wake();
        }
    }

    /** Writes everything that is left, then stops. */
    boolean stop(Deadline deadline) {
        if (!loop.stop(deadline)) {
            return false;
        }
        try {
            turn();
            return true;
        } catch (RuntimeException failure) {
            releases.drainTo(batch);
            log.warn("{} jobs could not be given back, they come back when their leases run out: {}",
                    batch.size(), failure.getMessage());
            batch.forEach(release -> leases.remove(release.job()));
            batch.clear();
            return false;
        }
    }

    private Duration turn() {
        while (!batch.isEmpty() || releases.drainTo(batch, InFlight.MAX_BATCH) > 0) {
            Map<Partition, List<Release>> parts = queue.byPartition(batch, release -> release.job().groupId());
            queue.forEach(partition -> write(partition, parts.getOrDefault(partition, List.of())));
        }
        return REST;
    }

    private void write(Partition partition, List<Release> part) {
        if (!part.isEmpty()) {
            Acknowledged result = partition.inFlight().release(part);
            part.forEach(release -> leases.remove(release.job()));
            log.debug("gave back {} jobs", part.size());
            batch.removeAll(part);
            if (result.runEnded()) {
                runEnded.run();
            }
            queue.signals().work(partition.number());
        }
    }
}
