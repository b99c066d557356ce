package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import java.time.Duration;
import java.time.Instant;

/**
 * A job that is this instance's for now.
 *
 * @param trace what its submit handed over for tracing; empty when nobody traces
 * @param claim what each word about it must name
 * @param waited from submit to claim, on the clock of Redis
 * @param start when it may start
 * @param index among the jobs of the same claim
 */
public record ClaimedJob(Job job, String trace, Claim claim, Duration waited, StartTime start, int index) {

    private static final int LINES = 8;

    /**
     * When a claimed job may start: as long as its claim is fresh, because Redis looked at pause and cancel when it gave
     * the job away, and as long as the window lasts in which its token was paid. By the clock of this process, which
     * nobody can set.
     *
     * @param askedNanos {@link System#nanoTime()} before the claim was sent
     * @param paidFor how long from then on the token counts
     */
    public record StartTime(long askedNanos, Duration paidFor) {

        StartTime until(long nanos) {
            Duration left = Duration.ofNanos(nanos - askedNanos);
            return left.compareTo(paidFor) < 0 ? new StartTime(askedNanos, left) : this;
        }

        boolean isOver(Duration fresh) {
            long age = System.nanoTime() - askedNanos;
            return age > fresh.toNanos() || age >= paidFor.toNanos();
        }
    }

    static ClaimedJob of(QueueName queue, String claimId, String text, Instant now, StartTime start, int index) {
        String[] line = text.split("\n", LINES);
        Instant createdAt = Instant.ofEpochMilli(Long.parseLong(line[3]));
        JobName name = JobName.parse(line[0]);
        Job job = new Job(
                name.id(),
                name.group(),
                queue,
                line[2],
                line[7],
                Integer.parseInt(line[1]),
                Integer.parseInt(line[4]),
                createdAt,
                Metadata.read(line[6]));
        return new ClaimedJob(job, line[5], new Claim(name, claimId), Duration.between(createdAt, now), start, index);
    }

    /** The same with a token that counts for so long at most. @param nanos on the clock of {@link System#nanoTime()} */
    ClaimedJob startingBy(long nanos) {
        return new ClaimedJob(job, trace, claim, waited, start.until(nanos), index);
    }

    /** @param fresh how old a claim may be */
    public boolean isTooLate(Duration fresh) {
        return start.isOver(fresh);
    }

    public JobName name() {
        return claim.job();
    }

    public JobId id() {
        return job.id();
    }

    public GroupId groupId() {
        return job.groupId();
    }
}
