package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobFailedEvent;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.OnFinalFailure;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Jobs under a lease, and every way they leave it. All are fenced by the claim: what an instance says about a job
 * that is no longer its own changes nothing.
 */
public final class InFlight {

    /** Jobs given back or recovered in one call: each may belong to a different group, and every script must be short. */
    public static final int MAX_BATCH = 50;

    private static final byte[] CHECKPOINT = Utf8.bytes("checkpoint");

    private final RedisQueue redis;

    public InFlight(RedisQueue redis) {
        this.redis = redis;
    }

    public long size() {
        return redis.read(commands -> commands.zcard(redis.keys().inFlight()));
    }

    public Acknowledged complete(List<Success> successes) {
        Args args = new Args(4 + 6 * successes.size()).add(redis.keys().prefix());
        FairOrder.add(args, redis.settings())
                .add(redis.settings().fairQueue().cost().word())
                .add(redis.now());
        for (Success success : successes) {
            claim(args, success.job())
                    .add(success.duration())
                    .add(DurationSketch.bucket(success.duration().toMillis()))
                    .add(redis.payloads().encode(success.result()))
                    .add(success.aggregated() ? success.job().job().processorType() : null);
        }
        return Acknowledged.of(redis.call(
                Script.COMPLETE,
                args,
                redis.keys().inFlight(),
                redis.keys().stats(),
                redis.keys().claims(),
                redis.keys().completedOrder(),
                redis.keys().pace()));
    }

    public Acknowledged retry(List<Retry> retries) {
        Args args = new Args(4 + 7 * retries.size()).add(redis.keys().prefix());
        FairOrder.add(args, redis.settings())
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        for (Retry retry : retries) {
            claim(args, retry.job()).add(retry.delay()).add(retry.reason().name());
            error(args, retry.error());
        }
        return Acknowledged.of(redis.call(
                Script.RETRY,
                args,
                redis.keys().inFlight(),
                redis.keys().nonReady(),
                redis.keys().wakeDispatcher(),
                redis.keys().pace()));
    }

    /** Ends jobs as dead letters, or as cancelled with their group; pauses the queue with it where that is set. */
    public Acknowledged fail(List<Failure> failures) {
        return fail(failures, dead -> {});
    }

    /**
     * @param dead told the positions of those that are dead letters now: not of cancelled ones, nor of those that were no longer
     *     the sender's
     */
    public Acknowledged fail(List<Failure> failures, IntConsumer dead) {
        Args args = new Args(5 + 6 * failures.size()).add(redis.keys().prefix());
        FairOrder.add(args, redis.settings())
                .add(pausesOnFailure())
                .add(redis.settings().retention().completedJobs())
                .add(redis.now());
        for (Failure failure : failures) {
            error(claim(args, failure.job()), failure.error()).add(failure.job().job().processorType() + "_FAILED");
        }
        Reply reply = redis.call(Script.FAIL, args, redis.keys().inFlight());
        reply.rows().forEach(row -> dead.accept(row.count("position")));
        return Acknowledged.of(reply);
    }

    /** Gives jobs back, not counted as a retry: those that started to their groups, the others to the front of Ready. */
    public Acknowledged release(Collection<Release> releases) {
        Args args = new Args(5 + 4 * releases.size()).add(redis.keys().prefix());
        FairOrder.add(args, redis.settings())
                .add(redis.settings().retention().completedJobs())
                .add(RateLimiter.text(redis.settings()))
                .add(redis.now());
        releases.forEach(release -> claim(args, release.job()).add(release.started()).add(release.job().index()));
        return Acknowledged.of(redis.call(
                Script.RELEASE,
                args,
                redis.keys().inFlight(),
                redis.keys().readyFront(),
                redis.keys().pace(),
                redis.keys().wakeWorker()));
    }

    /**
     * Keeps what running jobs say of themselves; nothing of a job that the claim does not have any more.
     *
     * @return of how many jobs; fails with a {@link io.bulkaction.RedisFullException} when there is no memory for it
     */
    public CompletableFuture<Integer> report(List<Report> reports) {
        Args args = new Args(1 + 4 * reports.size()).add(redis.keys().prefix());
        reports.forEach(report -> claim(args, report.job()).add(report.progress())
                .add(redis.payloads().encode(report.checkpoint())));
        return redis.callLater(Script.REPORT, args, redis.keys().inFlight()).thenApply(reply -> reply.count("kept"));
    }

    /** Keeps where a later attempt can continue; returns whether the claim still has the job. */
    public boolean keep(ClaimedJob job, String checkpoint) {
        return redis.await(report(List.of(new Report(job, null, checkpoint)))) == 1;
    }

    /** What was kept last for a job. */
    public Optional<String> checkpoint(JobName job) {
        byte[] key = redis.keys().key("job:" + job);
        return Optional.ofNullable(redis.read(commands -> commands.hget(key, CHECKPOINT)))
                .map(Utf8::text)
                .map(redis.payloads()::decode);
    }

    /** Extends the leases of what this instance runs; returns those that are no longer its own. */
    public List<ClaimedJob> extend(List<ClaimedJob> jobs) {
        Args args = new Args(3 + 2 * jobs.size())
                .add(redis.keys().prefix())
                .add(redis.settings().reliability().lease())
                .add(redis.now());
        jobs.forEach(job -> claim(args, job));
        Reply lost = redis.call(Script.EXTEND, args, redis.keys().inFlight());
        return lost.rows().stream().map(row -> jobs.get(row.count("position"))).toList();
    }

    /**
     * Puts back jobs whose lease ran out, or fails those that lost their instance too often.
     *
     * @param skip how many of the first to end earlier calls have left where they are
     */
    public Recovered recover(int limit, int skip, Watch watch) {
        Args args = new Args(10)
                .add(redis.keys().prefix())
                .add(limit)
                .add(skip)
                .add(redis.settings().reliability().maxRecoveries());
        FairOrder.add(args, redis.settings())
                .add(pausesOnFailure())
                .add(redis.settings().retention().completedJobs());
        watch.add(args, redis.settings().reliability())
                .add(redis.settings().reliability().lease())
                .add(redis.now());
        Reply reply = redis.call(
                Script.RECOVER,
                args,
                redis.keys().inFlight(),
                redis.keys().instances());
        return Recovered.of(reply);
    }

    /** Groups whose running jobs are to be interrupted. */
    public Set<GroupId> cancelling() {
        return redis.read(commands -> commands.smembers(redis.keys().cancelling())).stream()
                .map(group -> new GroupId(Utf8.text(group)))
                .collect(Collectors.toSet());
    }

    /** Claims whose jobs are to be interrupted. */
    public Set<Claim> cancellingJobs() {
        return redis.read(commands -> commands.hgetall(redis.keys().cancellingJobs())).entrySet().stream()
                .map(mark -> new Claim(JobName.parse(Utf8.text(mark.getKey())), Utf8.text(mark.getValue())))
                .collect(Collectors.toSet());
    }

    private boolean pausesOnFailure() {
        return redis.settings().onFinalFailure() == OnFinalFailure.PAUSE;
    }

    private static Args claim(Args args, ClaimedJob job) {
        return args.add(job.name().toString()).add(job.claim().id());
    }

    private static Args error(Args args, JobError error) {
        return args.add(error.code()).add(error.message()).add(error.stackTrace());
    }

    /** @param progress as it is where it is null; so is the checkpoint */
    public record Report(ClaimedJob job, @Nullable String progress, @Nullable String checkpoint) {}

    /**
     * @param result JSON text, null when there is none
     * @param aggregated whether an aggregator wants the result
     */
    public record Success(ClaimedJob job, Duration duration, @Nullable String result, boolean aggregated) {}

    public record Retry(ClaimedJob job, Duration delay, WaitReason reason, JobError error) {}

    public record Failure(ClaimedJob job, JobError error) {

        /** For the application, once it is a dead letter. */
        public JobFailedEvent event() {
            Job failed = job.job();
            return new JobFailedEvent(
                    failed.queue(), failed.groupId(), failed.id(), failed.processorType(), failed.attempt(),
                    error.code(), error.message());
        }
    }

    /** @param started whether its processor was called */
    public record Release(ClaimedJob job, boolean started) {}

    /**
     * @param applied jobs whose state this changed
     * @param fenced jobs that were no longer the sender's
     * @param runEnded whether a run ended with this
     */
    public record Acknowledged(int applied, int fenced, boolean runEnded) {

        static Acknowledged of(Reply reply) {
            return new Acknowledged(reply.count("applied"), reply.count("fenced"), reply.flag("run_ended"));
        }
    }

    /**
     * @param atMillis on the clock of Redis
     * @param outOfTime nothing was looked at: the clock is not what it should be
     * @param left jobs whose instance may still extend their lease
     * @param shortened leases that were too long after the clock went back
     * @param runEnded whether a run ended with this
     */
    public record Recovered(
            long atMillis,
            boolean outOfTime,
            int recovered,
            int failed,
            int cancelled,
            int left,
            int shortened,
            boolean runEnded) {

        static Recovered of(Reply reply) {
            return new Recovered(
                    reply.number("now"),
                    reply.flag("out_of_time"),
                    reply.count("recovered"),
                    reply.count("failed"),
                    reply.count("cancelled"),
                    reply.count("left"),
                    reply.count("shortened"),
                    reply.flag("run_ended"));
        }

        public int moved() {
            return recovered + failed + cancelled;
        }
    }
}
