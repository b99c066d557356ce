package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.Job;
import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import io.bulkaction.settings.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the rate limit has admitted and a worker will take within moments. */
public final class ReadyQueue {

    private final RedisQueue redis;

    public ReadyQueue(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.llen(redis.keys().ready()));
    }

    /** Claims the oldest ready jobs under a lease and brings their data along. */
    public Claimed claim(int limit) {
        Args args = terms(new Args(9).add(redis.keys().prefix()).add(limit), redis.settings());
        Reply reply = redis.call(
                Script.CLAIM,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().ready(),
                redis.keys().inFlight(),
                redis.keys().state(),
                redis.keys().pace(),
                redis.keys().wakeWorker());
        return Claimed.of(redis.name(), reply, 0);
    }

    /** What a script that claims must know beside how many. */
    static Args terms(Args args, QueueSettings settings) {
        return args.add(settings.reliability().lease())
                .add(settings.workerPool().maxConcurrency())
                .add(settings.retention().completedJobs());
    }

    /**
     * @param left jobs that are still ready
     * @param paused whether the queue starts nothing at the moment
     */
    public record Claimed(List<ClaimedJob> jobs, int left, boolean paused) {

        static final Claimed NOTHING = new Claimed(List.of(), 0, false);

        private static final int HEAD = 2;
        private static final int PAUSED = -1;

        /** @param from where in the reply it begins; goes on to the end */
        static Claimed of(QueueName queue, Reply reply, int from) {
            Instant now = Instant.ofEpochMilli(reply.number(from));
            long left = reply.number(from + 1);
            List<ClaimedJob> jobs = new ArrayList<>(reply.size() - HEAD);
            for (int at = from + HEAD; at < reply.size(); at++) {
                jobs.add(ClaimedJob.of(queue, reply.text(at), now));
            }
            return new Claimed(jobs, (int) Math.max(0, left), left == PAUSED);
        }
    }

    /** @param waited from submit to claim, on the clock of Redis */
    public record ClaimedJob(Job job, Duration waited) {

        private static final int LINES = 8;

        static ClaimedJob of(QueueName queue, String text, Instant now) {
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
            return new ClaimedJob(job, Duration.between(createdAt, now));
        }
    }
}
