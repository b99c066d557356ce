package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.Job;
import io.bulkaction.job.JobId;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the rate limit has admitted and a worker will take within moments. */
public final class ReadyQueue {

    private static final int HEAD = 2;
    private static final int WIDTH = 8;
    private static final int PAUSED = -1;

    private final RedisQueue redis;

    public ReadyQueue(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.llen(redis.keys().ready()));
    }

    /** Claims the oldest ready jobs under a lease and brings their data along. */
    public Claimed claim(int limit) {
        return claimed(redis.await(call(limit)));
    }

    /** The same without waiting for the answer. */
    public CompletableFuture<Claimed> claimLater(int limit) {
        return call(limit).thenApply(this::claimed);
    }

    private CompletableFuture<Reply> call(int limit) {
        Args args = new Args(8)
                .add(redis.keys().prefix())
                .add(limit)
                .add(redis.settings().reliability().lease())
                .add(redis.settings().workerPool().maxConcurrency())
                .add(redis.settings().retention().completedJobs());
        return redis.callLater(
                Script.CLAIM,
                FairOrder.add(args, redis.settings()).add(redis.now()),
                redis.keys().ready(),
                redis.keys().inFlight(),
                redis.keys().state(),
                redis.keys().pace(),
                redis.keys().wakeWorker());
    }

    private Claimed claimed(Reply reply) {
        Instant now = Instant.ofEpochMilli(reply.number(0));
        List<ClaimedJob> jobs = new ArrayList<>(reply.size() - HEAD);
        for (int at = HEAD; at < reply.size(); at++) {
            jobs.add(job(reply.text(at), now));
        }
        return new Claimed(jobs, (int) Math.max(0, reply.number(1)), reply.number(1) == PAUSED);
    }

    private ClaimedJob job(String lines, Instant now) {
        String[] line = lines.split("\n", WIDTH);
        Instant createdAt = Instant.ofEpochMilli(Long.parseLong(line[4]));
        Job job = new Job(
                new JobId(line[0]),
                new GroupId(line[2]),
                redis.name(),
                line[3],
                line[7],
                Integer.parseInt(line[1]),
                Integer.parseInt(line[5]),
                createdAt,
                line[6]);
        return new ClaimedJob(job, Duration.between(createdAt, now));
    }

    /**
     * @param left jobs that are still ready
     * @param paused whether the queue starts nothing at the moment
     */
    public record Claimed(List<ClaimedJob> jobs, int left, boolean paused) {}

    /** @param waited from submit to claim, on the clock of Redis */
    public record ClaimedJob(Job job, Duration waited) {}
}
