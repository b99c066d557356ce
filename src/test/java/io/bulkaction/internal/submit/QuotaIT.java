package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.JobRequest;
import io.bulkaction.QuotaExceededException;
import io.bulkaction.QuotaExceededException.Kind;
import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Reservation;
import io.bulkaction.internal.flow.Reservation.Amount;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class QuotaIT {

    static final String PAYLOAD = "ten bytes."; // as JSON 12

    private final String account = "acme " + UUID.randomUUID();

    @Test
    void whatEndsMakesRoomInEveryPartitionAndOnEveryInstance() throws Exception {
        TestQueue test = TestQueue.live("partitions", "3");
        SubmittingProcess one = SubmittingProcess.of(test);
        SubmittingProcess other = SubmittingProcess.of(test.inAnotherProcess());
        Quota quota = new Quota(30L, null, 6L, null);
        for (int group = 0; group < 6; group++) {
            one.submit(by(quota), "group-" + group, 5);
        }
        assertRefused(Kind.JOBS, () -> other.submit(by(quota), "group-1", 1));

        one.completeAll();

        assertThat(use(one)).returns(0L, AccountUse::jobs).returns(0L, AccountUse::groups);
        assertThat(other.submit(by(quota), "more", 30).accepted()).isEqualTo(30);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "more", 1));
        Accounting.prove(test);
    }

    @Test
    void bytesCountAsTheyAreAndComeBackWhenJobsEndOrAreCancelled() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        Quota quota = new Quota(null, 120L, null, null);
        one.submit(by(quota), "a", 6);
        one.submit(by(quota), "b", 4);
        assertThat(use(one)).returns(120L, AccountUse::bytes);
        assertRefused(Kind.BYTES, () -> one.submit(by(quota), "a", 1));

        one.service().cancel(one.test().queue().name().value(), "a", "enough");
        assertThat(use(one)).returns(48L, AccountUse::bytes);
        one.completeAll();
        assertThat(use(one)).returns(0L, AccountUse::bytes);
        assertThat(one.submit(by(quota), "c", 10).accepted()).isEqualTo(10);
    }

    @Test
    void aGroupThatIsOpenTakesMoreJobsWhenNoFurtherGroupMayBeOpened() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        Quota quota = new Quota(null, null, 2L, null);
        one.submit(by(quota), "a", 1);
        one.submit(by(quota), "b", 1);

        assertThat(one.submit(by(quota), "a", 1).accepted()).isEqualTo(1);
        assertRefused(Kind.GROUPS, () -> one.submit(by(quota), "c", 1));
        one.completeAll();
        assertThat(one.submit(by(quota), "c", 1).accepted()).isEqualTo(1);
        assertThat(use(one)).returns(1L, AccountUse::groups);
    }

    @Test
    void duplicatesAndRefusedJobsCostNothing() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        Quota quota = new Quota(10L, null, null, null);
        one.submit(by(quota), "a", List.of("1", "2"));
        for (int i = 0; i < 20; i++) {
            assertThat(one.submit(by(quota), "a", List.of("1", "2")).duplicates()).isEqualTo(2);
        }
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "b", 9));

        assertThat(one.submit(by(quota), "b", 8).accepted()).isEqualTo(8);
    }

    @Test
    void whoeverAddsToARunUsesUpTheQuotaOfThoseWhoOpenedIt() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        Quota quota = new Quota(5L, null, null, null);
        one.submit(by(quota), "a", 3);

        assertThat(one.submit(Submitter.APPLICATION, "a", 2).accepted()).isEqualTo(2);
        assertThat(use(one)).returns(5L, AccountUse::jobs);
        assertRefused(Kind.JOBS, () -> one.submit(Submitter.APPLICATION, "a", 1));
        assertThat(one.submit(Submitter.APPLICATION, "b", 10).accepted()).as("counts for nobody").isEqualTo(10);
    }

    /** Or whoever has a quota would get around it with the runs of those who have none. */
    @Test
    void whoAddsToARunOfNobodyPaysForItsOwnJobsAlone() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(5L, 60L, 1L, null);
        one.submit(Submitter.APPLICATION, "a", 20);

        assertThat(one.submit(by(quota), "a", List.of("1", "2", "3")).accepted()).isEqualTo(3);

        assertThat(one.submit(Submitter.APPLICATION, "a", 20).accepted()).as("of an application").isEqualTo(20);
        assertThat(use(one)).returns(3L, AccountUse::jobs).returns(36L, AccountUse::bytes).returns(1L,
                AccountUse::groups);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 3));
        assertRefused(Kind.GROUPS, () -> one.submit(by(quota), "b", 1));
        Accounting.prove(test);
        one.service().cancelJob(test.queue().name().value(), "a", "2");
        assertThat(use(one)).returns(2L, AccountUse::jobs).returns(24L, AccountUse::bytes);
        TestWorker worker = new TestWorker(test.queue());
        List<ClaimedJob> jobs = worker.claim(42);
        worker.complete(jobs.subList(0, 20));
        assertThat(use(one)).as("jobs of the application").returns(2L, AccountUse::jobs);
        worker.complete(jobs.subList(20, 22));
        assertThat(use(one)).returns(0L, AccountUse::jobs).returns(0L, AccountUse::bytes).returns(1L,
                AccountUse::groups);
        Accounting.prove(test);
        worker.complete(jobs.subList(22, 42));
        assertThat(use(one)).returns(0L, AccountUse::groups);
        Accounting.prove(test);
    }

    @Test
    void bytesCountAsTheyWereSubmittedHoweverTheyAreStored() throws Exception {
        TestQueue test = TestQueue.live().storing(PayloadCodecs.of(new PayloadSettings(
                new PayloadSettings.Encryption(
                        "k", Map.of("k", Base64.getEncoder().encodeToString(new byte[32]))),
                new PayloadSettings.Compression(false, DataSize.ofKilobytes(1))), List.of()));
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(null, 120L, null, null);

        assertThat(one.submit(by(quota), "a", 6).accepted()).isEqualTo(6);
        assertThat(one.submit(by(quota), "b", 4).accepted()).isEqualTo(4);

        assertThat(use(one)).returns(120L, AccountUse::bytes);
        assertRefused(Kind.BYTES, () -> one.submit(by(quota), "a", 1));
        one.service().cancel(test.queue().name().value(), "a", "enough");
        assertThat(use(one)).returns(48L, AccountUse::bytes);
        one.completeAll();
        assertThat(use(one)).returns(0L, AccountUse::bytes);
        assertThat(one.submit(by(quota), "c", 10).accepted()).isEqualTo(10);
    }

    @Test
    void whatADeadProcessHasReservedComesBackAfterItsLeaseAndNoSooner() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(10L, null, null, null);
        one.submit(by(quota), "a", 4);
        one.accounts().reserve(account, quota, new Amount(6, 0, 1), false); // and is killed before it adds anything
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 1));

        test.advance(Duration.ofSeconds(31).toMillis());

        assertThat(one.submit(by(quota), "a", 6).accepted()).isEqualTo(6);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 1));
    }

    @Test
    void whatADeadProcessHasReservedComesBackAlthoughTheClockWentBack() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(10L, null, null, null);
        one.submit(by(quota), "a", 4);
        one.accounts().reserve(account, quota, new Amount(6, 0, 1), false);
        test.advance(-Duration.ofHours(1).toMillis());

        assertThat(one.accounts().balance(account)).as("it may still add something").isNull();
        assertThat(one.submit(by(new Quota(20L, null, null, null)), "b", 1).accepted())
                .as("nobody waits for one that gave up").isEqualTo(1);
        test.advance(Duration.ofSeconds(31).toMillis());

        assertThat(one.submit(by(quota), "a", 5).accepted()).isEqualTo(5);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 1));
    }

    @Test
    void whatADeadProcessHasAddedButNotSettledIsCountedOnce() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(10L, null, null, null);
        Reservation reservation = one.accounts().reserve(account, quota, new Amount(6, 0, 1), false);
        test.enqueue(TestQueue.batch("a", null, true, List.of("1", "2", "3"))
                .with(EnqueueBatch.By.NOBODY.with(reservation.begin(false))));

        test.advance(Duration.ofSeconds(31).toMillis());

        assertThat(one.submit(by(quota), "b", 7).accepted()).isEqualTo(7);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 1));
        assertThat(use(one)).returns(10L, AccountUse::jobs);
    }

    @Test
    void nothingIsAddedWithAReservationThatIsOver() {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Reservation reservation =
                one.accounts().reserve(account, new Quota(10L, null, null, null), new Amount(6, 0, 1), false);
        EnqueueBatch late = TestQueue.batch("a", null, true, List.of("1"))
                .with(EnqueueBatch.By.NOBODY.with(reservation.begin(false)));
        test.advance(Duration.ofSeconds(16).toMillis());

        assertThatThrownBy(() -> test.enqueue(late)).hasMessageContaining("need a reservation");
        assertThat(test.meta("a")).isEmpty();
    }

    @Test
    void deadLettersThatAPersonRetriesCountAgain() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(3L, 36L, 1L, null);
        one.submit(by(quota), "a", List.of("1", "2", "3"));
        TestWorker worker = new TestWorker(test.queue());
        worker.claim(3).forEach(job -> worker.fail(job, "BROKEN"));
        assertThat(use(one)).returns(0L, AccountUse::jobs).returns(0L, AccountUse::bytes).returns(0L,
                AccountUse::groups);

        worker.retryDead("1", "2");

        assertThat(use(one)).returns(2L, AccountUse::jobs).returns(24L, AccountUse::bytes).returns(1L,
                AccountUse::groups);
        one.accounts().balance(account);
        assertRefused(Kind.JOBS, () -> one.submit(by(quota), "a", 2));
        Accounting.prove(test);
    }

    @Test
    void submitsComeNoFasterThanAllowedByTheClockOfRedis() throws Exception {
        TestQueue test = TestQueue.with();
        SubmittingProcess one = SubmittingProcess.of(test);
        Quota quota = new Quota(null, null, null, 4.0);
        for (int i = 0; i < 4; i++) {
            one.submit(by(quota), "a", 1);
        }
        assertRefused(Kind.SUBMITS, () -> one.submit(by(quota), "a", 1));
        test.advance(250);
        one.submit(by(quota), "a", 600); // in several chunks, and one submit all the same
        assertRefused(Kind.SUBMITS, () -> one.submit(by(quota), "a", 1));
        test.advance(-Duration.ofHours(1).toMillis());
        assertThat(one.submit(by(quota), "a", 1).accepted()).as("the clock went back").isEqualTo(1);
    }

    @Test
    void aStreamStopsWhereTheQuotaEndsAndKeepsWhatWasAccepted() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        Quota quota = new Quota(600L, null, null, null);

        assertRefused(Kind.JOBS, () -> by(quota).call(() -> one.service().submitNow(
                BulkActionRequest.to(one.test().queue().name().value(), "a").processor("TEST")
                        .jobs(Stream.generate(() -> JobRequest.of(null, PAYLOAD)).limit(1_000)).build())));

        await().until(() -> use(one).jobs() == 500);
        assertThat(one.submit(by(quota), "a", 100).accepted()).as("what was not added is free").isEqualTo(100);
    }

    @Test
    void manyMoreThanTheQuotaInOneDocumentWriteNothing() throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());

        assertRefused(Kind.JOBS, () -> one.submit(by(new Quota(600L, null, null, null)), "a", 1_000));

        assertThat(one.test().meta("a")).isEmpty();
    }

    private Submitter by(Quota quota) {
        return new Submitter(new GroupOwner(account, ""), null, quota);
    }

    private AccountUse use(SubmittingProcess process) {
        return process.accounts().use(account);
    }

    static void assertRefused(Kind kind, org.assertj.core.api.ThrowableAssert.ThrowingCallable submit) {
        assertThatThrownBy(submit).isInstanceOfSatisfying(
                QuotaExceededException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }
}
