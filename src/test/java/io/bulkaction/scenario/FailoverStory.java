package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.JobResult;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A submitter that remembers what was accepted, and workers that remember what they ran, while something happens to the
 * servers. Both remember in this process, so no server can forget for them.
 */
final class FailoverStory implements AutoCloseable {

    static final int FAILOVERS = Integer.getInteger("chaos.failovers", 1);

    private static final List<Duration> FREEZES = Stream.of(System.getProperty("chaos.freezes", "2").split(","))
            .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
            .toList();
    private static final int BATCH = 20;
    private static final Duration NO_MORE_COMES = Duration.ofSeconds(90);

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    /** {@link System#nanoTime()} of every accepted batch and every start. */
    private final NavigableSet<Long> acceptedAt = new ConcurrentSkipListSet<>();
    private final NavigableSet<Long> startedAt = new ConcurrentSkipListSet<>();
    private final List<Long> startsAfter = new ArrayList<>();
    private final List<Long> acceptsAfter = new ArrayList<>();
    private final Map<String, AtomicInteger> refusals = new ConcurrentHashMap<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final TestQueue queue;
    private final TestEngine engine;
    private final Thread submitter;
    private volatile boolean stop;

    FailoverStory(RedisAccess redis, int replicas, int partitions) {
        queue = TestQueue.liveOn(
                redis, "partitions", Integer.toString(partitions), "worker-pool.worker-count", "10",
                "worker-pool.worker-timeout", "1s",
                "backpressure.global-rps", "500",
                "reliability.replicas", Integer.toString(replicas), "reliability.lease", "3s",
                "reliability.heartbeat", "500ms", "reliability.recover-interval", "300ms",
                "reliability.max-recoveries", "1000");
        engine = TestEngine.start(queue.queue(), job -> {
            startedAt.add(System.nanoTime());
            runs.computeIfAbsent(job.id().value(), id -> new AtomicInteger()).incrementAndGet();
            return JobResult.success();
        });
        submitter = Thread.ofPlatform().daemon().name("submitter").start(this::submit);
    }

    /** How long the old master stays away after it was replaced, the next time. */
    static Duration away(int failover) {
        return FREEZES.get(failover % FREEZES.size());
    }

    /** As a client does: who was refused sends the same jobs again, and who was accepted never does. */
    private void submit() {
        for (int batch = 0; !stop; batch++) {
            int from = batch * BATCH;
            List<String> ids = IntStream.range(from, from + BATCH).mapToObj(i -> "job-" + i).toList();
            String group = "group-" + batch % 20;
            while (!stop && !isAccepted(group, ids)) {
                pause(Duration.ofMillis(50));
            }
            pause(Duration.ofMillis(20));
        }
    }

    private boolean isAccepted(String group, List<String> ids) {
        try {
            queue.queue().of(new GroupId(group)).fairQueue().enqueue(TestQueue.batch(group, null, false, ids)).join();
            accepted.addAll(ids);
            acceptedAt.add(System.nanoTime());
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof RedisUnavailableException unavailable) {
                refusals.computeIfAbsent(unavailable.reason().name(), reason -> new AtomicInteger()).incrementAndGet();
            } else {
                synchronized (errors) {
                    errors.add(e.getCause());
                }
            }
            return false;
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until so many more jobs were accepted and have run. */
    void goOn(int jobs) {
        int acceptedBefore = accepted.size();
        int ranBefore = runs.size();
        await().until(() -> accepted.size() >= acceptedBefore + jobs && runs.size() >= ranBefore + jobs);
    }

    /** From a new master on, if there was one, until jobs are accepted and started again; call it once that has happened. */
    void replacedAt(long nanos) {
        if (nanos == 0) {
            return;
        }
        startsAfter.add(Duration.ofNanos(startedAt.ceiling(nanos) - nanos).toMillis());
        acceptsAfter.add(Duration.ofNanos(acceptedAt.ceiling(nanos) - nanos).toMillis());
    }

    /** Soon: a claim whose end got lost has to run out first, and whoever recovers it watches for a while. */
    void findHealthy() {
        Office office = Office.of(queue);
        await().untilAsserted(() -> assertThat(new Doctor(office.queues(), office.audit(), office.tasks())
                .examine(office.name(), new Actor("test", "")).findings()).as(toString()).isEmpty());
    }

    /** The counters of the queue say what the workers have seen, each job once. */
    void findCountersRight() {
        await().untilAsserted(() -> assertThat(QueueControl.of(queue.queue()).survey().lifetime().completed())
                .as(toString()).isEqualTo(runs.size()));
        findAccountingRight();
    }

    void findAccountingRight() {
        Accounting.prove(queue);
    }

    /** Until there is so much to do that it takes a while. */
    void pileUp(int jobs) {
        await().until(() -> accepted.size() - runs.size() >= jobs);
    }

    TestQueue queue() {
        return queue;
    }

    /** What a submit failed with that does not pass by itself: each would have been answered with 500. */
    List<Throwable> errors() {
        synchronized (errors) {
            return List.copyOf(errors);
        }
    }

    /** Accepted and never run, after the submitter has stopped and everything that is there has run. */
    Set<String> lost() {
        stop = true;
        try {
            submitter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            await().atMost(NO_MORE_COMES).until(() -> runs.keySet().containsAll(accepted));
        } catch (ConditionTimeoutException some) {
            // counted below
        }
        Set<String> lost = new HashSet<>(accepted);
        lost.removeAll(runs.keySet());
        return lost;
    }

    @Override
    public String toString() {
        long twice = runs.values().stream().filter(count -> count.get() > 1).count();
        return accepted.size() + " accepted, " + runs.size() + " run, " + twice + " of them more than once, refusals "
                + new TreeMap<>(refusals) + ", after the promotion jobs started in "
                + startsAfter + " ms and were accepted in " + acceptsAfter + " ms";
    }

    @Override
    public void close() {
        stop = true;
        engine.close();
    }
}
