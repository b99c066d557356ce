package io.bulkaction.engine;

import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.queue.InFlight;
import io.bulkaction.queue.InFlight.Acknowledged;
import io.bulkaction.queue.InFlight.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back jobs that this instance has claimed and will not finish. Keeps what it could not write and tries again;
 * until then they are held.
 */
final class Returner {

    private static final Logger log = LoggerFactory.getLogger(Returner.class);
    private static final Duration REST = Duration.ofSeconds(10);

    private final InFlight inFlight;
    private final Held held;
    private final Consumer<List<GroupId>> endedRuns;
    /** In the order in which they are to start. Guarded by itself. */
    private final List<Release> releases = new ArrayList<>();
    private final Loop loop;

    Returner(String queue, InFlight inFlight, Held held, Consumer<List<GroupId>> endedRuns) {
        this.inFlight = inFlight;
        this.held = held;
        this.endedRuns = endedRuns;
        this.loop = new Loop("returner-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    /** Returns at once. @param inOrder as they are to start, those that start first being first */
    void giveBack(List<Release> inOrder) {
        if (inOrder.isEmpty()) {
            return;
        }
        synchronized (releases) {
            releases.addAll(inOrder);
        }
        loop.wake();
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
            synchronized (releases) {
                log.warn("{} jobs could not be given back, they come back when their leases run out: {}",
                        releases.size(), failure.getMessage());
                releases.forEach(release -> held.gone(release.job()));
                releases.clear();
            }
            return false;
        }
    }

    private Duration turn() {
        List<Release> last = last();
        while (!last.isEmpty()) {
            Acknowledged result = inFlight.release(last);
            done(last);
            log.debug("gave back {} jobs", last.size());
            if (!result.endedRuns().isEmpty()) {
                endedRuns.accept(result.endedRuns());
            }
            last = last();
        }
        return REST;
    }

    /** Why the last: each batch goes to the front, before all that were given back so far. */
    private List<Release> last() {
        synchronized (releases) {
            return List.copyOf(releases.subList(Math.max(0, releases.size() - InFlight.MOST_AT_ONCE), releases.size()));
        }
    }

    private void done(List<Release> batch) {
        synchronized (releases) {
            // why from the first of them: more may have come behind the batch meanwhile
            int from = releases.indexOf(batch.getFirst());
            releases.subList(from, from + batch.size()).clear();
        }
        batch.forEach(release -> held.gone(release.job()));
    }
}
