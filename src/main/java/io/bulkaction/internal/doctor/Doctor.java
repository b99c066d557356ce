package io.bulkaction.internal.doctor;

import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Watch;
import io.bulkaction.internal.operate.Progress;
import io.bulkaction.internal.operate.ProgressBoard;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;

/**
 * Proves the accounting of a queue while it goes on: every job in exactly one place, counters equal to what they count,
 * no key without an owner, no lease that ended and was left alone. Works in small steps; a million jobs take some
 * seconds, of which Redis is never held up for more than a few milliseconds at a time.
 */
public final class Doctor {

    /** Takes Redis up to five milliseconds, where most of it are groups. */
    private static final int COUNTED_AT_ONCE = 500;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Queues queues;
    private final Audit audit;
    private final ProgressBoard board;
    private final int countedAtOnce;

    public Doctor(Queues queues, Audit audit, ProgressBoard board) {
        this(queues, audit, board, COUNTED_AT_ONCE);
    }

    Doctor(Queues queues, Audit audit, ProgressBoard board, int countedAtOnce) {
        this.queues = queues;
        this.audit = audit;
        this.board = board;
        this.countedAtOnce = countedAtOnce;
    }

    /** Changes nothing. */
    public DoctorReport examine(QueueName name, Actor by) {
        return board.show(name, "examine", by, progress -> run(queues.get(name), progress, false));
    }

    /** Mends what it safely can, and says what it did. */
    public DoctorReport repair(QueueName name, Actor by) {
        DoctorReport report = board.show(name, "repair", by, progress -> run(queues.get(name), progress, true));
        if (!report.isHealthy()) {
            audit.note(name, by, "repair", "", Audit.Outcome.DONE, report.counts().toString());
        }
        return report;
    }

    private DoctorReport run(Queue queue, Progress progress, boolean repair) {
        long started = System.nanoTime();
        QueueStatus status = QueueControl.of(queue).survey();
        progress.expect(status.waiting() + status.nonReady() + status.inFlight() + status.deadLetters());
        Notes notes = new Notes();
        JobWalk jobs = new JobWalk(Places.of(queue), notes, progress, repair);
        GroupWalk groups = new GroupWalk(Books.of(queue), notes, repair);
        jobs.run(status.at().toEpochMilli());
        groups.run(jobs.groups());
        new CounterCheck(queue, notes, repair, countedAtOnce).run(groups.wrongSums());
        checkLeases(queue, notes, repair);
        return new DoctorReport(
                queue.name(),
                status.at(),
                Duration.ofNanos(System.nanoTime() - started),
                repair,
                notes.jobs(),
                notes.groups(),
                notes.findings(),
                notes.counts(),
                notes.unproven());
    }

    private static void checkLeases(Queue queue, Notes notes, boolean repair) {
        QueueSettings.Reliability reliability = queue.settings().reliability();
        // why so long: after an outage the recoverer waits until instances have had time to extend
        Duration attended =
                reliability.recoverInterval().multipliedBy(2).plus(reliability.heartbeatGoodFor()).plus(PATIENCE);
        long now = QueueControl.of(queue).survey().at().toEpochMilli();
        long unattended = Books.of(queue).leasesEndedBefore(now - attended.toMillis());
        if (unattended > 0) {
            if (repair) {
                for (long left = unattended; left > 0; left -= InFlight.MAX_BATCH) {
                    queue.inFlight().recover(InFlight.MAX_BATCH, 0, Watch.SINCE_EVER);
                }
            }
            notes.add(
                    Kind.LEASE_UNATTENDED,
                    queue.name().value(),
                    unattended + " leases ended more than " + attended.toSeconds() + " s ago",
                    repair ? "put back" : null);
        }
    }
}
