package io.bulkaction.internal.submit;

import static io.bulkaction.internal.submit.QuotaIT.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.QuotaExceededException;
import io.bulkaction.QuotaExceededException.Kind;
import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Reservation;
import io.bulkaction.internal.flow.Reservation.Amount;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Fifty submitters of one account at once on two instances: all of each quota, nothing more, and what it costs. */
class QuotaUnderLoadIT {

    private static final int SUBMITTERS = 50;
    private static final int BYTES = 12; // of one payload

    private final String account = "acme " + UUID.randomUUID();
    private final TestQueue test = TestQueue.live("partitions", "4");
    private final List<SubmittingProcess> instances =
            List.of(SubmittingProcess.of(test), SubmittingProcess.of(test.inAnotherProcess()));

    @Test
    void theyGetAllOfTheJobsAndNotOneMore() throws Exception {
        Quota quota = new Quota(500L, null, null, null);

        assertThat(submitted(quota, Kind.JOBS, "500", 4, 5)).isEqualTo(500);

        assertThat(use()).returns(500L, AccountUse::jobs);
        Accounting.prove(test);
    }

    @Test
    void theyGetAllOfTheBytesAndNotOneMore() throws Exception {
        Quota quota = new Quota(null, 500L * BYTES, null, null);

        assertThat(submitted(quota, Kind.BYTES, "6000", 4, 5)).isEqualTo(500);

        assertThat(use()).returns(500L * BYTES, AccountUse::bytes);
        Accounting.prove(test);
    }

    /** Each of them opens ten groups, and adds to each once more. */
    @Test
    void theyGetAllOfTheGroupsAndNotOneMoreWhileOthersAddToThoseThatAreOpen() throws Exception {
        Quota quota = new Quota(null, null, 100L, null);
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger added = new AtomicInteger();

        all(submitter -> {
            for (int i = 0; i < 10; i++) {
                String group = "group-" + submitter + "-" + i;
                if (submit(submitter, quota, group, 1, Kind.GROUPS)) {
                    opened.incrementAndGet();
                    added.addAndGet(submit(submitter + 1, quota, group, 1, Kind.GROUPS) ? 1 : 0);
                }
            }
        });

        assertThat(opened).hasValue(100);
        assertThat(added).as("jobs for groups that are open").hasValue(100);
        assertThat(use()).returns(100L, AccountUse::groups).returns(200L, AccountUse::jobs);
        Accounting.prove(test);
    }

    /** On the clock of Redis, which stands still here: a second's worth, and then as many as the time that passes brings. */
    @Test
    void theySubmitAsOftenAsAllowedAndNotOnceMore() throws Exception {
        TestQueue standing = TestQueue.with();
        List<SubmittingProcess> two = List.of(SubmittingProcess.of(standing), SubmittingProcess.of(standing));
        Quota quota = new Quota(null, null, null, 40.0);
        for (int second = 0; second < 3; second++) {
            AtomicInteger accepted = new AtomicInteger();
            all(submitter -> {
                try {
                    two.get(submitter % 2).submit(by(quota), "group-" + submitter, 1);
                    accepted.incrementAndGet();
                } catch (QuotaExceededException e) {
                    assertThat(e.kind()).isEqualTo(Kind.SUBMITS);
                }
            });
            assertThat(accepted).hasValue(second == 0 ? 40 : 20);
            standing.advance(500);
        }
    }

    /** It has to be asked for a group only because nobody could know that the batch under way needs none. */
    @Test
    void aGroupIsNotRefusedForABatchUnderWayToOneThatIsOpen() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            AtomicInteger asked = new AtomicInteger();
            TestQueue watched = TestQueue.watched(redis, script -> asked.addAndGet(script == Script.RESERVE ? 1 : 0));
            SubmittingProcess one = SubmittingProcess.of(watched);
            Quota quota = new Quota(null, null, 2L, null);
            one.submit(by(quota), "open", 1);
            Reservation underWay = SubmittingProcess.of(watched).accounts().reserve(
                    account, quota, new Amount(1, 0, 1), false);
            int before = asked.get();

            CompletableFuture<Long> more = CompletableFuture.supplyAsync(() -> {
                try {
                    return one.submit(by(quota), "new", 1).accepted();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> asked.get() > before + 3 || more.isDone());
            underWay.close(); // the group was open

            assertThat(more.get()).isEqualTo(1);
            assertRefused(Kind.GROUPS, () -> one.submit(by(quota), "third", 1));
        }
    }

    @Test
    void whatAQuotaCosts() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue quiet = TestQueue.on(redis);
            SubmittingProcess one = SubmittingProcess.of(quiet);
            Quota quota = new Quota(1_000_000L, null, 1_000L, 1_000.0);
            one.submit(by(quota), "a", 1); // looks at the books once a minute
            one.submit(Submitter.APPLICATION, "free", 1);

            long free = redis.costOf(() -> submit(one, Submitter.APPLICATION, "free")).commands();
            long first = redis.costOf(() -> submit(one, by(quota), "new")).commands()
                    - redis.costOf(() -> submit(one, Submitter.APPLICATION, "free-too")).commands();
            long more = redis.costOf(() -> submit(one, by(quota), "a")).commands() - free;

            System.out.printf("a submit with a quota takes %d commands more, into a new group %d%n", more, first);
            assertThat(more).isLessThanOrEqualTo(20);
            assertThat(first).isLessThanOrEqualTo(20);
        }
    }

    private static void submit(SubmittingProcess one, Submitter by, String group) {
        try {
            one.submit(by, group, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int submitted(Quota quota, Kind kind, String allowed, int submits, int jobs) throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        all(submitter -> {
            for (int i = 0; i < submits; i++) {
                accepted.addAndGet(submit(submitter, quota, "group-" + submitter, jobs, kind) ? jobs : 0);
            }
        });
        return accepted.get();
    }

    private boolean submit(int submitter, Quota quota, String group, int jobs, Kind kind) throws Exception {
        try {
            return instances.get(submitter % 2).submit(by(quota), group, jobs).accepted() == jobs;
        } catch (QuotaExceededException e) {
            assertThat(e.kind()).isEqualTo(kind);
            return false;
        }
    }

    private Submitter by(Quota quota) {
        return new Submitter(new GroupOwner(account, ""), null, quota);
    }

    private AccountUse use() {
        return instances.getFirst().accounts().use(account);
    }

    @FunctionalInterface
    private interface Work {

        void run(int submitter) throws Exception;
    }

    private static void all(Work work) throws Exception {
        List<Callable<Void>> submitters = IntStream.range(0, SUBMITTERS).<Callable<Void>>mapToObj(n -> () -> {
            work.run(n);
            return null;
        }).toList();
        List<Future<Void>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            submitters.forEach(submitter -> running.add(threads.submit(submitter)));
        }
        for (Future<Void> each : running) {
            each.get();
        }
    }
}
