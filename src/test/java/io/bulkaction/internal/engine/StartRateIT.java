package io.bulkaction.internal.engine;

import static io.bulkaction.testing.PaidStarts.assertPaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupLimits;
import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestEngine.Work;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rate limit where it is promised: starts, counted by the processor, in windows of the clock of Redis. */
class StartRateIT {

    private static final int RPS = 20;

    private final TestQueue test = TestQueue.live(
            "backpressure.global-rps", "" + RPS, "worker-pool.worker-count", "50", "worker-pool.job-timeout", "10m",
            "retry.backoff", "10ms", "retry.max-retries", "5");
    private final Queue<Start> starts = new ConcurrentLinkedQueue<>();
    private final Clock clock = new Clock(test);

    private record Start(String group, long atMillis) {}

    /** An agreed rate of ten a second became ninety, because tokens were paid on the way into Ready. */
    @Test
    void workersThatWereHeldUpAndAreFreedTogetherStartNoMoreThanAWindowAllows() {
        CountDownLatch partnerAnswers = new CountDownLatch(1);
        AtomicInteger heldUp = new AtomicInteger();
        test.enqueue("a", ids("a", 150));
        try (TestEngine _ = TestEngine.start(test.queue(), witnessed(_ -> {
            if (heldUp.incrementAndGet() <= 50) {
                partnerAnswers.await();
            }
            return JobResult.success();
        }))) {
            await().until(() -> heldUp.get() == 50);
            partnerAnswers.countDown();
            await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("doneJobs", "150"));
        }
        assertPaid(startsByWindow("a"), RPS);
        Accounting.prove(test);
    }

    @Test
    void retriesPausesStopsAndASecondInstanceStartNoMoreThanAWindowAllows() {
        Work flaky = witnessed(job -> job.attempt() == 1 && job.id().value().hashCode() % 3 == 0
                ? JobResult.failure("E", "once", true)
                : JobResult.success());
        Verbs verbs = new Verbs(test);
        EnqueueBatch plain = TestQueue.batch("slow", null, true, List.of(ids("slow", 20)));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(4.0, null)));
        test.enqueue("a", ids("a", 120));
        try (TestEngine _ = TestEngine.start(test.queue(), flaky)) {
            await().until(() -> starts.size() > 20);
            verbs.pause("test");
            verbs.resume();
            TestEngine second = TestEngine.start(test.queue(), flaky);
            await().until(() -> starts.size() > 60);
            second.close();
            try (TestEngine _ = TestEngine.start(test.queue(), flaky)) {
                await().untilAsserted(() -> {
                    assertThat(test.meta("a")).containsEntry("doneJobs", "120");
                    assertThat(test.meta("slow")).containsEntry("doneJobs", "20");
                });
            }
        }
        assertPaid(startsByWindow(), RPS);
        assertPaid(startsByWindow("slow"), 4);
        Accounting.prove(test);
    }

    @Test
    void theGroupsOfATenantStartNoMoreThanItsWindowAllowsAndNothingWhileItIsPaused() {
        TenantId acme = new TenantId("acme");
        Tenants tenants = Tenants.of(test.queue());
        Work flaky = witnessed(job -> job.attempt() == 1 && job.id().value().hashCode() % 3 == 0
                ? JobResult.failure("E", "once", true)
                : JobResult.success());
        test.enqueue("acme/a", ids("a", 12));
        test.enqueue("acme/b", ids("b", 12));
        test.enqueue("other", ids("other", 80));
        tenants.limit(acme, new GroupLimits(6.0, null));
        try (TestEngine _ = TestEngine.start(test.queue(), flaky);
                TestEngine _ = TestEngine.start(test.queue(), flaky)) {
            await().until(() -> starts.stream().anyMatch(start -> start.group().startsWith("acme")));
            tenants.pause(acme, "test", "test");
            long quietFrom = clock.millisAt(System.nanoTime()) + 1000;
            await().untilAsserted(() -> assertThat(test.meta("other")).containsEntry("doneJobs", "80"));
            await().until(() -> clock.millisAt(System.nanoTime()) > quietFrom + 500);
            assertThat(starts).noneMatch(start -> start.group().startsWith("acme") && start.atMillis() > quietFrom);
            assertThat(test.meta("acme/a")).as("its running jobs ended").containsEntry("running", "0");
            tenants.resume(acme);
            await().untilAsserted(() -> {
                assertThat(test.meta("acme/a")).containsEntry("doneJobs", "12");
                assertThat(test.meta("acme/b")).containsEntry("doneJobs", "12");
            });
        }
        assertPaid(startsByWindow("acme/a", "acme/b"), 6);
        Accounting.prove(test);
    }

    private Work witnessed(Work work) {
        return job -> {
            starts.add(new Start(group(job), clock.millisAt(System.nanoTime())));
            return work.process(job);
        };
    }

    private static String group(Job job) {
        return job.groupId().value();
    }

    /** @param groups empty for all */
    private Map<Long, Long> startsByWindow(String... groups) {
        return starts.stream()
                .filter(start -> groups.length == 0 || List.of(groups).contains(start.group()))
                .collect(Collectors.groupingBy(start -> start.atMillis() / 1000, TreeMap::new, Collectors.counting()));
    }

    private static String[] ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + "-" + i).toArray(String[]::new);
    }

    /** The clock of Redis without asking it: a start is not counted later because an answer was slow. */
    private static final class Clock {

        private final long offsetMicros;

        Clock(TestQueue test) {
            long best = Long.MAX_VALUE;
            long offset = 0;
            for (int i = 0; i < 200; i++) {
                long before = System.nanoTime();
                List<byte[]> time = test.redis().read(commands -> commands.time());
                long took = System.nanoTime() - before;
                if (took < best) {
                    best = took;
                    offset = number(time.getFirst()) * 1_000_000 + number(time.getLast()) - (before + took / 2) / 1000;
                }
            }
            this.offsetMicros = offset;
        }

        long millisAt(long nanos) {
            return (nanos / 1000 + offsetMicros) / 1000;
        }

        private static long number(byte[] text) {
            return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
        }
    }
}
