package io.bulkaction.internal.doctor;

import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Recovered;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Watch;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.Task;
import io.bulkaction.internal.operate.Tasks;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;

/**
 * Proves the accounting of a queue while it runs: every job is in exactly one place, every counter is right, no key is
 * without an owner, and no lease that ran out was overlooked. Works in small steps: a million jobs take some seconds,
 * but no step occupies Redis for more than a few milliseconds.
 */
public final class Doctor {

    /** Takes Redis up to five milliseconds if most of them are groups. */
    private static final int COUNTED_AT_ONCE = 500;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Queues queues;
    private final Audit audit;
    private final Tasks tasks;
    private final int countedAtOnce;

    public Doctor(Queues queues, Audit audit, Tasks tasks) {
        this(queues, audit, tasks, COUNTED_AT_ONCE);
    }

    Doctor(Queues queues, Audit audit, Tasks tasks, int countedAtOnce) {
        this.queues = queues;
        this.audit = audit;
        this.tasks = tasks;
        this.countedAtOnce = countedAtOnce;
    }

    /** Changes nothing. */
    public DoctorReport examine(QueueName name, Actor by) {
        return tasks.run(name, "examine", by, task -> run(queues.get(name), task, false));
    }

    /** Repairs what it safely can, and reports what it did. */
    public DoctorReport repair(QueueName name, Actor by) {
        DoctorReport report = tasks.run(name, "repair", by, task -> run(queues.get(name), task, true));
        if (!report.isHealthy()) {
            audit.note(name, by, "repair", "", Audit.Outcome.DONE, report.counts().toString());
        }
        return report;
    }

    private DoctorReport run(Queue queue, Task task, boolean repair) {
        long started = System.nanoTime();
        QueueStatus status = QueueControl.of(queue).survey();
        task.expect(status.waiting() + status.nonReady() + status.inFlight() + status.deadLetters());
        ReportDraft report = new ReportDraft();
        queue.partitions().forEach(partition -> {
            examine(partition, report, task, repair);
            if (repair) {
                queue.signals().changed(partition.number());
            }
        });
        return report.finish(queue.name(), status.at(), Duration.ofNanos(System.nanoTime() - started), repair);
    }

    private void examine(Partition partition, ReportDraft report, Task task, boolean repair) {
        JobWalk jobs = new JobWalk(Places.of(partition), report, task, repair);
        GroupWalk groups = new GroupWalk(Counters.of(partition), report, repair);
        jobs.run(QueueControl.survey(partition).at().toEpochMilli());
        groups.run(jobs.groups());
        new CounterCheck(partition, report, repair, countedAtOnce).run(groups.wrongSums());
        checkLeases(partition, report, repair);
    }

    private static void checkLeases(Partition partition, ReportDraft report, boolean repair) {
        QueueSettings.Reliability reliability = partition.redis().settings().reliability();
        // why so long: after an outage the recoverer waits until instances have had time to extend
        Duration attended =
                reliability.recoverInterval().multipliedBy(2).plus(reliability.heartbeatGoodFor()).plus(PATIENCE);
        long now = QueueControl.survey(partition).at().toEpochMilli();
        long unattended = Counters.of(partition).leasesEndedBefore(now - attended.toMillis());
        if (unattended > 0) {
            int putBack = repair ? putBack(partition) : 0;
            report.add(
                    Kind.LEASE_UNATTENDED,
                    partition.redis().name().value(),
                    unattended + " leases ran out more than " + attended.toSeconds() + " s ago",
                    putBack > 0 ? "put back " + putBack : null);
        }
    }

    /**
     * Only what certainly runs nowhere. After an outage live instances extend their leases first; whether one is gone, the
     * recoverer of a running instance can tell, which has watched for longer than this call takes.
     */
    private static int putBack(Partition partition) {
        int putBack = 0;
        int left = 0;
        Recovered batch;
        do {
            batch = partition.inFlight().recover(InFlight.MAX_BATCH, left, Watch.NONE);
            putBack += batch.moved();
            left += batch.left();
        } while (batch.moved() + batch.left() == InFlight.MAX_BATCH);
        return putBack;
    }
}
