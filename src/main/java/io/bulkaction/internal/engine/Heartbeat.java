package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Extends the leases of everything this instance holds, and reports that it lives. */
final class Heartbeat {

    private static final int BATCH = 500;

    private final InFlight inFlight;
    private final Leases leases;
    private final Attempts attempts;
    private final Runnable report;
    private final Duration interval;
    private final Loop loop;

    /** @param report tells the others about this instance and learns about them */
    Heartbeat(String queue, InFlight inFlight, Leases leases, Attempts attempts, Runnable report, Duration interval) {
        this.inFlight = inFlight;
        this.leases = leases;
        this.attempts = attempts;
        this.report = report;
        this.interval = interval;
        this.loop = new Loop("heartbeat-" + queue, this::beat);
    }

    Loop loop() {
        return loop;
    }

    private Duration beat() {
        List<ClaimedJob> jobs = new ArrayList<>(leases.all());
        Set<Claim> lost = new HashSet<>();
        for (int from = 0; from < jobs.size(); from += BATCH) {
            inFlight.extend(jobs.subList(from, Math.min(from + BATCH, jobs.size()))).stream()
                    .filter(leases::contains) // why look again: one that was acknowledged while this ran is not lost but done
                    .forEach(job -> lost.add(job.claim()));
        }
        if (!lost.isEmpty()) {
            attempts.endLost(lost);
        }
        report.run();
        return interval;
    }
}
