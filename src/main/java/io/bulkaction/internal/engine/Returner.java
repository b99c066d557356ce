package io.bulkaction.internal.engine;

import io.bulkaction.JobId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Acknowledged;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back jobs that this instance has claimed and will not finish, in rounds: what comes while one is written waits
 * for the next. Keeps what it could not write and tries again; until then their leases are kept.
 */
final class Returner {

    private static final Logger log = LoggerFactory.getLogger(Returner.class);
    private static final Duration REST = Duration.ofSeconds(10);

    private final InFlight inFlight;
    private final Leases leases;
    private final Runnable runEnded;
    /** For the next round. Guarded by itself. */
    private final List<Release> releases = new ArrayList<>();
    /** Not yet written, in the order in which they are to start. Only the loop looks at it, and who has stopped the loop. */
    private final List<Release> round = new ArrayList<>();
    /** Of those that were given back unstarted, the one claimed last. */
    private @Nullable ClaimedJob youngest;
    private @Nullable JobId behind;
    private final Loop loop;

    Returner(String queue, InFlight inFlight, Leases leases, Runnable runEnded) {
        this.inFlight = inFlight;
        this.leases = leases;
        this.runEnded = runEnded;
        this.loop = new Loop("returner-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    /** Returns at once. */
    void giveBack(List<Release> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        synchronized (releases) {
            releases.addAll(jobs);
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
            takeAll(round);
            log.warn("{} jobs could not be given back, they come back when their leases run out: {}",
                    round.size(), failure.getMessage());
            round.forEach(release -> leases.remove(release.job()));
            round.clear();
            return false;
        }
    }

    private Duration turn() {
        while (!round.isEmpty() || beginRound()) {
            // why the last first: each batch goes before those that were written so far
            List<Release> last = round.subList(Math.max(0, round.size() - InFlight.MAX_BATCH), round.size());
            Acknowledged result = inFlight.release(last, behind);
            last.forEach(release -> leases.remove(release.job()));
            log.debug("gave back {} jobs", last.size());
            last.clear();
            if (result.runEnded()) {
                runEnded.run();
            }
        }
        return REST;
    }

    private boolean beginRound() {
        takeAll(round);
        round.sort(Comparator.comparing(Release::job, ClaimedJob.ORDER));
        List<ClaimedJob> unstarted =
                round.stream().filter(release -> !release.started()).map(Release::job).toList();
        behind = null;
        if (!unstarted.isEmpty()) {
            // why: what was given back in an earlier round may be older, and must not have to wait for these
            ClaimedJob before = youngest;
            boolean younger = before != null && ClaimedJob.ORDER.compare(before, unstarted.getFirst()) < 0
                    && unstarted.stream().noneMatch(job -> job.id().equals(before.id()));
            behind = younger ? before.id() : null;
            youngest = before == null || ClaimedJob.ORDER.compare(before, unstarted.getLast()) < 0
                    ? unstarted.getLast()
                    : before;
        }
        return !round.isEmpty();
    }

    private void takeAll(List<Release> into) {
        synchronized (releases) {
            into.addAll(releases);
            releases.clear();
        }
    }
}
