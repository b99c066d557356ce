package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * A job that is this instance's for now.
 *
 * @param trace what its submit handed over for tracing; empty when nobody traces
 * @param claim what each word about it must name
 * @param waited from submit to claim, on the clock of Redis
 * @param askedNanos {@link System#nanoTime()} before the claim was sent, so before Redis looked at pause and cancel
 * @param position among the jobs of the same claim
 */
public record ClaimedJob(Job job, String trace, Claim claim, Duration waited, long askedNanos, int position) {

    private static final int LINES = 8;

    /** The order in which this instance claimed them, which is the order in which they are to start. */
    public static final Comparator<ClaimedJob> ORDER = ClaimedJob::compareClaims;

    static ClaimedJob of(QueueName queue, String claimId, String text, Instant now, long askedNanos, int position) {
        String[] line = text.split("\n", LINES);
        Instant createdAt = Instant.ofEpochMilli(Long.parseLong(line[4]));
        Job job = new Job(
                new JobId(line[0]),
                new GroupId(line[2]),
                queue,
                line[3],
                line[7],
                Integer.parseInt(line[1]),
                Integer.parseInt(line[5]),
                createdAt);
        Claim claim = new Claim(job.id(), claimId);
        return new ClaimedJob(job, line[6], claim, Duration.between(createdAt, now), askedNanos, position);
    }

    private static int compareClaims(ClaimedJob one, ClaimedJob other) {
        long later = one.askedNanos - other.askedNanos; // why not compared: nanoTime may wrap around
        return later != 0 ? Long.signum(later) : Integer.compare(one.position, other.position);
    }

    /** By the clock of this process, which nobody can set. */
    public boolean isOlderThan(Duration age) {
        return System.nanoTime() - askedNanos > age.toNanos();
    }

    public JobId id() {
        return job.id();
    }

    public GroupId groupId() {
        return job.groupId();
    }
}
