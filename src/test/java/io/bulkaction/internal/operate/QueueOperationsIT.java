package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.JobResult;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditEntry;
import io.bulkaction.internal.operate.audit.AuditKind;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What an administrator can do, one action at a time. */
class QueueOperationsIT {

    private static final Actor ANNA = new Actor("anna", "10.0.0.7");

    private final Office office = Office.with();
    private final TestQueue test = office.test();
    private final JobDriver driver = office.driver();
    private final QueueName name = office.name();
    private final QueueOperations operations = office.operations();

    @Test
    void statusCountsEveryPlaceAtOnce() {
        Office office = Office.with("on-final-failure", "pause");
        TestQueue test = office.test();
        test.enqueue("a", PriorityLevel.HIGH, "a1", "a2", "a3", "a4");
        test.enqueue("b", PriorityLevel.LOW, "b1");
        test.partition().fairQueue().fetch(3, 20);
        office.driver().complete(test.partition().ready().claim(1).jobs());
        office.driver().fail(test.partition().ready().claim(1).jobs(), "E");
        test.partition().instances().beat(new Instance.Info("i-1", 7, "1.0", "host", Instant.EPOCH));

        QueueStatus status = office.operations().status(office.name());

        assertThat(status.waiting()).as(test::dump).isEqualTo(3);
        assertThat(status.ready()).isEqualTo(1);
        assertThat(status.inFlight()).isZero();
        assertThat(status.lifetime().completed()).isEqualTo(1);
        assertThat(status.deadLetters()).isEqualTo(1);
        assertThat(status.nonReady()).isZero();
        assertThat(status.groups())
                .containsEntry(PriorityLevel.HIGH, 1L)
                .containsEntry(PriorityLevel.NORMAL, 0L)
                .containsEntry(PriorityLevel.LOW, 1L);
        assertThat(status.activeGroups()).isEqualTo(2);
        assertThat(status.instances().live()).hasSize(1);
        assertThat(status.instances().workers()).isEqualTo(7);
        assertThat(office.operations().statuses()).containsExactly(status);
    }

    @Test
    void aFailureThatPausesTheQueueSaysWhenWhyAndWhichJob() {
        Office office = Office.with("on-final-failure", "pause");
        office.test().enqueue("a", "a1", "a2");
        List<ClaimedJob> running = office.driver().claim(1);
        office.test().advance(1500);
        office.driver().fail(running, "E");

        QueueStatus status = office.operations().status(office.name());

        assertThat(status.pause()).hasValue(new QueueStatus.Pause(
                Instant.ofEpochMilli(TestQueue.START + 1500),
                "TEST_FAILED",
                "bulk-action",
                Optional.of(new QueueStatus.Failure(office.test().name("a1"), "E", "it said E"))));
        assertThat(office.driver().claim(1)).isEmpty();
        office.operations().resume(office.name(), ANNA);
        assertThat(office.driver().claim(1)).hasSize(1);
    }

    @Test
    void waitingStaysExactThroughRetriesAndCancellation() {
        test.enqueue("a", "a1", "a2", "a3");
        test.enqueue("b", "b1", "b2");
        driver.fail(driver.claim(1), "E");
        assertThat(operations.status(name).waiting()).isEqualTo(4);
        operations.retry(name, JobRef.parse("a1"), ANNA);
        assertThat(operations.status(name).waiting()).isEqualTo(5);
        test.partition().fairQueue().fetch(50, 20);
        office.cancel("b");
        assertThat(driver.completeAll()).isEqualTo(3);
        assertThat(operations.status(name).waiting()).as(test::dump).isZero();
        assertThat(operations.status(name).lifetime().completed()).isEqualTo(3);
    }

    @Test
    void pausingAPausedQueueChangesNothingAndSaysSo() {
        QueueControl.Paused first = operations.pause(name, "maintenance", ANNA);
        test.advance(5000);
        QueueControl.Paused second = operations.pause(name, "something else", new Actor("ben", ""));

        assertThat(first.changed()).isTrue();
        assertThat(second.changed()).isFalse();
        assertThat(second.since()).isEqualTo(first.since());
        assertThat(second.reason()).isEqualTo("maintenance");
        assertThat(second.by()).isEqualTo("anna");
        test.enqueue("a", "a1");
        assertThat(driver.claim(10)).isEmpty();
    }

    @Test
    void resumingARunningQueueChangesNothingAndSaysSo() {
        test.enqueue("a", "a1", "a2");
        assertThat(operations.resume(name, ANNA).changed()).isFalse();
        operations.pause(name, null, ANNA);
        assertThat(operations.status(name).pause().orElseThrow().reason()).isEqualTo("MANUAL_PAUSE");

        QueueOperations.Resumed resumed = operations.resume(name, ANNA);

        assertThat(resumed.changed()).isTrue();
        assertThat(resumed.pendingJobs()).isEqualTo(2);
        assertThat(operations.status(name).isPaused()).isFalse();
        assertThat(driver.claim(10)).hasSize(2);
    }

    /** It was counted after the queue had been resumed, when workers had taken some of the jobs already. */
    @Test
    void resumingSaysHowManyJobsWaitedEvenIfWorkersTakeThemAtOnce() {
        TestQueue live = TestQueue.live("backpressure.global-rps", "100000");
        QueueOperations at = Office.of(live).operations();
        try (TestEngine _ = TestEngine.start(live.queue(), job -> JobResult.success())) {
            for (int i = 0; i < 20; i++) {
                at.pause(live.queue().name(), null, ANNA);
                live.enqueue("g" + i, "j" + i);
                assertThat(at.resume(live.queue().name(), ANNA).pendingJobs()).isEqualTo(1);
                await().until(() -> at.status(live.queue().name()).waiting() == 0);
            }
        }
    }

    @Test
    void retryReopensTheRunAndItsCounters() {
        test.enqueue("a", "a1", "a2");
        driver.complete(driver.claim(1));
        driver.fail(driver.claim(1), "E");
        assertThat(test.meta("a")).containsEntry("status", "FAILED").containsEntry("failedCount", "1");

        operations.retry(name, JobRef.parse("a2"), ANNA);

        assertThat(test.meta("a"))
                .as(test::dump)
                .containsEntry("status", "RUNNING")
                .containsEntry("totalJobs", "2")
                .containsEntry("doneJobs", "1")
                .containsEntry("failedCount", "0")
                .containsEntry("returned", "1");
        assertThat(operations.status(name).deadLetters()).isZero();
        assertThat(operations.status(name).activeGroups()).isEqualTo(1);
        assertThat(DeadLetters.of(test.queue()).page(new Filter(null, "E", null), 0, 10).total()).isZero();
        assertThat(driver.completeAll()).isEqualTo(1);
        assertThat(test.meta("a"))
                .containsEntry("status", "COMPLETED")
                .containsEntry("successCount", "2")
                .containsEntry("doneJobs", "2");
        assertThat(test.job("a2")).containsEntry("attempts", "2").containsEntry("retryCount", "0");
    }

    @Test
    void retryAfterALaterRunBeganJoinsThatRun() {
        test.enqueue("a", "a1");
        driver.fail(driver.claim(1), "E");
        test.enqueue("a", "a2");
        assertThat(test.meta("a")).containsEntry("run", "2").containsEntry("totalJobs", "1");

        operations.retry(name, JobRef.parse("a1"), ANNA);

        assertThat(test.meta("a"))
                .as(test::dump)
                .containsEntry("run", "2")
                .containsEntry("totalJobs", "2")
                .containsEntry("doneJobs", "0")
                .containsEntry("returned", "1");
        assertThat(driver.completeAll()).isEqualTo(2);
        assertThat(test.meta("a")).containsEntry("doneJobs", "2").containsEntry("successCount", "2");
    }

    @Test
    void skipKeepsWhoWhenAndWhy() {
        test.enqueue("a", "a1");
        driver.fail(driver.claim(1), "E");
        test.advance(60_000);

        operations.skip(name, JobRef.parse("a1"), " copied by hand ", ANNA);

        JobView job = JobLookup.of(test.queue()).find(test.name("a1")).orElseThrow();
        assertThat(job.status()).isEqualTo(JobStatus.MANUALLY_RESOLVED);
        assertThat(job.resolution())
                .isEqualTo(new JobView.Resolution(
                        "anna", Instant.ofEpochMilli(TestQueue.START + 60_000), "copied by hand"));
        assertThat(test.meta("a"))
                .containsEntry("failedCount", "0")
                .containsEntry("resolvedCount", "1")
                .containsEntry("doneJobs", "1");
        assertThat(operations.status(name).deadLetters()).isZero();
    }

    @Test
    void whatCannotBeDoneIsRefusedWithACodeAndItsArguments() {
        test.enqueue("a", "a1", "a2");
        driver.fail(driver.claim(1), "E");

        assertRefused(() -> operations.retry(name, JobRef.parse("a#nobody"), ANNA), Refusal.UNKNOWN_JOB,
                JobName.parse("a#nobody"), name);
        assertRefused(() -> operations.skip(name, JobRef.parse("a#nobody"), "why", ANNA), Refusal.UNKNOWN_JOB,
                JobName.parse("a#nobody"), name);
        assertRefused(() -> operations.retry(name, JobRef.parse("a#a2"), ANNA), Refusal.NOT_A_DEAD_LETTER,
                JobName.parse("a#a2"), JobStatus.PENDING);
        assertRefused(() -> operations.retry(name, JobRef.parse("a2"), ANNA), Refusal.UNKNOWN_DEAD_LETTER,
                JobRef.parse("a2"), name);
        assertRefused(() -> operations.skip(name, JobRef.parse("a1"), "  ", ANNA), Refusal.REASON_REQUIRED);
        assertRefused(() -> operations.skipAllAndResume(name, null, ANNA), Refusal.REASON_REQUIRED);
        assertRefused(() -> operations.pause(name, "x".repeat(1001), ANNA), Refusal.REASON_TOO_LONG, 1000);
        QueueName other = new QueueName("other");
        assertThatThrownBy(() -> operations.status(other)).isInstanceOf(UnknownQueueException.class);
        assertThatThrownBy(() -> operations.resume(other, ANNA)).isInstanceOf(UnknownQueueException.class);
        assertThat(operations.status(name).deadLetters()).isEqualTo(1);
    }

    @Test
    void everyActionAndEveryRefusalIsInTheAuditTrailAndWhatChangedNothingIsNot() {
        test.enqueue("a", "a1");
        driver.fail(driver.claim(1), "E");
        assertThatThrownBy(() -> operations.skip(name, JobRef.parse("a1"), null, ANNA));
        operations.retry(name, JobRef.parse("a1"), ANNA);
        operations.pause(name, "look", ANNA);
        operations.resume(name, ANNA);
        operations.resume(name, ANNA);
        office.audit().note(name, new Actor("mallory", "10.6.6.6", AuditKind.REFUSED), "POST /admin/queue/resume", "",
                Audit.Outcome.REFUSED, "FORBIDDEN");

        List<AuditEntry> newest = office.audit().page(name, null, null, 2).entries();
        List<AuditEntry> older = office.audit().page(name, null, newest.getLast().id(), 10).entries();

        assertThat(office.audit().page(name, null, null, 2).total()).isEqualTo(5);
        assertThat(newest).extracting(AuditEntry::who).containsExactly("mallory", "anna");
        assertThat(newest).extracting(AuditEntry::outcome).containsExactly("REFUSED", "DONE");
        assertThat(older).extracting(AuditEntry::action).containsExactly("pause", "retry", "skip");
        assertThat(older).extracting(AuditEntry::outcome).containsExactly("DONE", "DONE", "REFUSED");
        assertThat(older.get(1).subject()).isEqualTo("a1");
        assertThat(older.get(2).detail()).isEqualTo("REASON_REQUIRED");
        assertThat(older).allSatisfy(entry -> assertThat(entry.from()).isEqualTo("10.0.0.7"));
    }

    @Test
    void twoAdministratorsClickingAtOnceShareTheWorkAndDoNothingTwice() throws Exception {
        driver.enqueueMany("a", 2000);
        driver.failAll("E");
        CyclicBarrier start = new CyclicBarrier(4);
        List<Callable<Long>> clicks = new ArrayList<>();
        for (String who : List.of("anna", "ben")) {
            clicks.add(() -> {
                start.await();
                return operations.retryAll(name, Filter.ALL, new Actor(who, ""));
            });
            clicks.add(() -> {
                start.await();
                return operations.skipAllAndResume(name, "by " + who, new Actor(who, "")).skipped();
            });
        }

        long acted = 0;
        try (ExecutorService people = Executors.newFixedThreadPool(4)) {
            for (Future<Long> click : people.invokeAll(clicks)) {
                acted += click.get();
            }
        }

        assertThat(acted).isEqualTo(2000);
        QueueStatus status = operations.status(name);
        assertThat(status.deadLetters()).isZero();
        long resolved = Long.parseLong(test.meta("a").get("resolvedCount"));
        assertThat(status.pending() + resolved).as(test::dump).isEqualTo(2000);
        assertThat(test.meta("a"))
                .containsEntry("failedCount", "0")
                .containsEntry("returned", String.valueOf(status.pending()))
                .containsEntry("doneJobs", String.valueOf(resolved));
    }

    @Test
    void twoAdministratorsWhoRetryOneJobRetryItOnce() throws Exception {
        test.enqueue("a", "a1");
        driver.fail(driver.claim(1), "E");
        CyclicBarrier start = new CyclicBarrier(2);
        Callable<String> click = () -> {
            start.await();
            try {
                operations.retry(name, JobRef.parse("a#a1"), ANNA);
                return "done";
            } catch (RefusedException refused) {
                return refused.refusal().name();
            }
        };

        try (ExecutorService people = Executors.newFixedThreadPool(2)) {
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : people.invokeAll(List.of(click, click))) {
                answers.add(answer.get());
            }
            assertThat(answers).containsExactlyInAnyOrder("done", "NOT_A_DEAD_LETTER");
        }
        assertThat(operations.status(name).pending()).isEqualTo(1);
        assertThat(test.meta("a")).containsEntry("returned", "1");
    }

    @Test
    void retryAllTakesOnlyWhatFits() {
        test.enqueue("a", "a1", "a2");
        test.enqueue("b", "b1", "b2");
        driver.fail(driver.claim(2), "TIMEOUT");
        driver.fail(driver.claim(2), "DENIED");

        Filter denied = new Filter(null, "DENIED", null);
        Filter deniedOfA = new Filter(new GroupId("a"), "DENIED", null);
        assertThat(DeadLetters.of(test.queue()).page(denied, 0, 10).total()).as(test::dump).isEqualTo(2);
        assertThat(operations.retryAll(name, deniedOfA, ANNA)).isEqualTo(1);
        assertThat(operations.retryAll(name, denied, ANNA)).isEqualTo(1);
        assertThat(operations.status(name).deadLetters()).isEqualTo(2);
        assertThat(office.tasks().of(name)).hasSize(2).allSatisfy(view -> {
            assertThat(view.state()).isEqualTo(Task.State.DONE);
            assertThat(view.done()).isEqualTo(1);
        });
    }

    private static void assertRefused(Runnable action, Refusal refusal, Object... arguments) {
        assertThatThrownBy(action::run)
                .asInstanceOf(type(RefusedException.class))
                .satisfies(refused -> {
                    assertThat(refused.refusal()).isEqualTo(refusal);
                    assertThat(refused.arguments()).containsExactly(arguments);
                });
    }
}
