package io.bulkaction.internal.flow;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.ClaimedJob.StartTime;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the fair queue has served and a worker will take within moments. */
public final class ReadyQueue {

    private final RedisQueue redis;
    private final ClaimIds claimIds;
    private final ForeignTypes foreign;

    ReadyQueue(RedisQueue redis, ClaimIds claimIds, ForeignTypes foreign) {
        this.redis = redis;
        this.claimIds = claimIds;
        this.foreign = foreign;
    }

    public long size() {
        return redis.read(commands -> commands.llen(redis.keys().ready()))
                + redis.read(commands -> commands.zcard(redis.keys().readyFront()));
    }

    /** Claims the oldest ready jobs under a lease, a token each, and brings their data along. */
    public Claimed claim(int limit) {
        String claimId = claimIds.next();
        long askedNanos = System.nanoTime();
        Args args = terms(new Args(11).add(redis.keys().prefix()).add(limit), claimId, redis.settings(), foreign)
                .add(redis.settings().retention().completedJobs());
        FairOrder.add(args, redis.settings())
                .add(RateLimiter.text(redis.settings()))
                .add(redis.now());
        Reply reply = redis.call(Script.CLAIM, args, redis.keys().state(), redis.keys().pace());
        return Claimed.of(redis.name(), claimId, reply, askedNanos);
    }

    /** What a script that claims must know beside how many. */
    static Args terms(Args args, String claimId, QueueSettings settings, ForeignTypes foreign) {
        return args.add(claimId)
                .add(settings.reliability().lease())
                .add(settings.workerPool().maxConcurrency())
                .add(foreign.text())
                .add(settings.sendingWindow());
    }

    /**
     * @param left jobs that are still ready
     * @param paused whether the queue starts nothing at the moment
     * @param waitFor until the next token, or until the queue's sending window opens; empty unless that is what is missing
     * @param waitedFor processor types of which this instance limits how many run, and for which groups wait
     */
    public record Claimed(
            List<ClaimedJob> jobs, int left, boolean paused, Optional<Duration> waitFor, Set<String> waitedFor) {

        static final Claimed NOTHING = none(Optional.empty());

        private static final int PAUSED = -1;

        public static Claimed none(Optional<Duration> waitFor) {
            return new Claimed(List.of(), 0, false, waitFor, Set.of());
        }

        static Claimed of(QueueName queue, String claimId, Reply reply, long askedNanos) {
            if (reply.isEmpty()) {
                return NOTHING;
            }
            Instant now = Instant.ofEpochMilli(reply.number("now"));
            long left = reply.number("left");
            List<String> lines = reply.texts();
            // why from when it was asked: Redis answered later, so the window does not end before
            StartTime start = new StartTime(askedNanos, Duration.ofMillis(reply.number("start_ms")));
            List<ClaimedJob> jobs = new ArrayList<>(lines.size());
            for (int i = 0; i < lines.size(); i++) {
                jobs.add(ClaimedJob.of(queue, claimId, lines.get(i), now, start, i));
            }
            return new Claimed(jobs, (int) Math.max(0, left), left == PAUSED, FairQueue.waitOf(reply),
                    types(reply.text("waited_for")));
        }

        private static Set<String> types(String words) {
            return words.isEmpty() ? Set.of() : Set.of(words.split(" "));
        }
    }
}
