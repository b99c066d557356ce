package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.Job;
import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * A job that is this instance's for now.
 *
 * @param claim what each word about it must name
 * @param waited from submit to claim, on the clock of Redis
 * @param askedNanos {@link System#nanoTime()} before the claim was sent, so before Redis looked at pause and cancel
 * @param place among the jobs of the same claim
 */
public record ClaimedJob(Job job, Claim claim, Duration waited, long askedNanos, int place) {

    private static final int LINES = 8;

    /** The order in which this instance claimed them, which is the order in which they are to start. */
    public static final Comparator<ClaimedJob> ORDER = ClaimedJob::compareClaims;

    static ClaimedJob of(QueueName queue, String claimId, String text, Instant now, long askedNanos, int place) {
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
                createdAt,
                line[6]);
        return new ClaimedJob(job, new Claim(job.id(), claimId), Duration.between(createdAt, now), askedNanos, place);
    }

    private static int compareClaims(ClaimedJob one, ClaimedJob other) {
        long later = one.askedNanos - other.askedNanos; // why not compared: nanoTime may wrap around
        return later != 0 ? Long.signum(later) : Integer.compare(one.place, other.place);
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
