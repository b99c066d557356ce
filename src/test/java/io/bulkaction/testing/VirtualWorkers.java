package io.bulkaction.testing;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.FairQueue;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.ReadyQueue;
import io.bulkaction.internal.flow.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * The workers of an instance and the loops that feed them, on a clock that only they move: a job takes the time that it is
 * given, and nothing else takes any. They call the scripts as the engine does, one after the other, so a story of minutes
 * is played in a moment and is the same on every machine.
 */
public final class VirtualWorkers {

    private static final int MAX_BATCH = 400;
    private static final int MAX_ACKNOWLEDGED = 50;
    private static final int DISPATCHED = 100;
    private static final Comparator<Running> BY_END =
            Comparator.comparingLong(Running::endsAt).thenComparingInt(Running::number);

    /** A job that a processor was called with, and when. */
    public record Start(String group, String job, int attempt, long at) {}

    /** How long an attempt takes, and how it ends. */
    public record Attempt(long millis, Ending ending, Duration delay) {

        public static Attempt succeeds(long millis) {
            return new Attempt(millis, Ending.SUCCEEDED, Duration.ZERO);
        }

        public static Attempt isRetried(long millis, Duration delay) {
            return new Attempt(millis, Ending.RETRIED, delay);
        }

        public static Attempt isThrottled(long millis, Duration delay) {
            return new Attempt(millis, Ending.THROTTLED, delay);
        }

        public static Attempt fails(long millis) {
            return new Attempt(millis, Ending.FAILED, Duration.ZERO);
        }
    }

    private enum Ending {
        SUCCEEDED, RETRIED, THROTTLED, FAILED
    }

    private record Running(ClaimedJob job, Attempt attempt, long endsAt, int number) {}

    private final TestQueue test;
    private final Queue queue;
    private final int count;
    private final Function<ClaimedJob, Attempt> work;
    private final PriorityQueue<Running> running = new PriorityQueue<>(BY_END);
    private final List<Start> starts = new ArrayList<>();
    private final Tokens tokens;
    private int depth;

    /** @param work what becomes of a job that is started */
    public VirtualWorkers(TestQueue test, int count, Function<ClaimedJob, Attempt> work) {
        this.test = test;
        this.queue = test.queue();
        this.tokens = queue.tokens();
        this.count = count;
        this.work = work;
    }

    /** Works for so long. */
    public void run(long millis) {
        runTogether(millis, List.of(this));
    }

    /** Those of several queues on one clock; they take turns. */
    public static void runTogether(long millis, List<VirtualWorkers> all) {
        TestQueue clock = all.getFirst().test;
        long end = clock.now() + millis;
        while (clock.now() < end) {
            long next = end;
            for (VirtualWorkers each : all) {
                next = Math.min(next, each.step());
            }
            clock.advance(Math.max(next, clock.now() + 1) - clock.now());
        }
    }

    /** Returns when there may be more to do. */
    private long step() {
        acknowledgeEnded();
        long next = test.now() + serve();
        return running.isEmpty() ? next : Math.min(next, running.element().endsAt());
    }

    /** kill -9: nobody acknowledges what runs, and its leases run out. */
    public void die() {
        running.clear();
    }

    /** A stop whose grace period is over at once: what runs is given back. */
    public void stop() {
        queue.home().inFlight().release(running.stream().map(each -> new InFlight.Release(each.job(), true)).toList());
        running.clear();
    }

    /** Oldest first. */
    public List<Start> starts() {
        return starts;
    }

    public Map<String, Integer> startsByGroup() {
        Map<String, Integer> counts = new HashMap<>();
        starts.forEach(start -> counts.merge(start.group(), 1, Integer::sum));
        return counts;
    }

    /** How many jobs Ready holds at most, as the last fetch saw it: what is in it fairness cannot reach. */
    public int workingBuffer() {
        return depth;
    }

    public boolean areAllBusy() {
        return running.size() == count;
    }

    /** Returns after how many milliseconds there may be more to do, if no job ends before. */
    private long serve() {
        while (true) {
            Optional<Duration> due = queue.home().nonReady().dispatch(DISPATCHED).waitFor();
            FairQueue.Fetched fetched;
            do {
                fetched = queue.home().fairQueue().fetch(batchSize(), 2 * count);
            } while (fetched.stop() == Stop.MORE);
            depth = fetched.stop() == Stop.PAUSED ? depth : fetched.depth();
            int payable = areAllBusy() ? 0 : tokens.upTo(count - running.size());
            if (payable == 0) {
                return soonest(due, fetched.waitFor(), areAllBusy() ? Optional.empty() : Optional.of(tokens.waitFor()));
            }
            ReadyQueue.Claimed claimed = queue.home().ready().claim(payable);
            if (claimed.jobs().isEmpty()) {
                tokens.giveBack();
                return soonest(due, fetched.waitFor(), claimed.waitFor());
            }
            tokens.use(claimed.jobs()).forEach(this::start);
        }
    }

    private int batchSize() {
        return Math.max(queue.settings().workerPool().fetchBatchSize(), Math.min(depth / 2, MAX_BATCH));
    }

    private void start(ClaimedJob job) {
        starts.add(new Start(job.groupId().value(), job.id().value(), job.job().attempt(), test.now()));
        Attempt attempt = work.apply(job);
        running.add(new Running(job, attempt, test.now() + attempt.millis(), starts.size()));
    }

    private void acknowledgeEnded() {
        List<InFlight.Success> successes = new ArrayList<>();
        while (!running.isEmpty() && running.element().endsAt() <= test.now()) {
            Running ended = running.remove();
            Attempt attempt = ended.attempt();
            switch (attempt.ending()) {
                case SUCCEEDED -> successes.add(
                        new InFlight.Success(ended.job(), Duration.ofMillis(attempt.millis()), null, false));
                case RETRIED -> test.retry(ended.job(), attempt.delay());
                case THROTTLED -> test.throttle(ended.job(), attempt.delay());
                case FAILED -> test.fail(ended.job());
            }
        }
        for (int from = 0; from < successes.size(); from += MAX_ACKNOWLEDGED) {
            queue.home().inFlight()
                    .complete(successes.subList(from, Math.min(from + MAX_ACKNOWLEDGED, successes.size())));
        }
    }

    @SafeVarargs
    private static long soonest(Optional<Duration>... waits) {
        long soonest = Long.MAX_VALUE / 2;
        for (Optional<Duration> wait : waits) {
            soonest = Math.min(soonest, wait.map(Duration::toMillis).orElse(soonest));
        }
        return soonest;
    }
}
