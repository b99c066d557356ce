package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.operate.JobRef;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import io.bulkaction.spi.AlertType;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When alerts are sent, and how often. */
class AlertMonitorIT {

    private static final Actor ANNA = new Actor("anna", "");

    private final Office office = Office.with("on-final-failure", "pause");
    private final TestQueue test = office.test();
    private final MailboxChannel mailbox = new MailboxChannel("mailbox", 0);
    private final List<AlertMonitor> monitors = new ArrayList<>();

    @AfterEach
    void stopMonitors() {
        monitors.forEach(monitor -> monitor.stop(Deadline.in(Duration.ofSeconds(5))));
    }

    @Test
    void aFailureThatPausesTheQueueRaisesOneAlertThatIsResolvedOnce() {
        AlertMonitor monitor = monitor(mailbox);
        test.enqueue("a", "a1", "a2", "a3");
        office.driver().fail(office.driver().claim(1), "ECONNREFUSED");

        monitor.check();
        monitor.check();
        awaitNews(mailbox, "QUEUE_PAUSED_ON_FAILURE");
        Alert alert = mailbox.alerts().getFirst();
        assertThat(alert.severity()).isEqualTo(AlertType.Severity.CRITICAL);
        assertThat(alert.raisedAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START));
        assertThat(alert.message()).contains("Job a1", "ECONNREFUSED", "2 jobs wait");
        assertThat(alert.details())
                .containsEntry("job", "a1")
                .containsEntry("group", "a")
                .containsEntry("processor", "TEST")
                .containsEntry("errorCode", "ECONNREFUSED")
                .containsEntry("error", "it said ECONNREFUSED")
                .containsEntry("pendingJobs", "2");
        assertThat(open()).extracting(Alert::type)
                .containsExactly(AlertType.QUEUE_PAUSED_ON_FAILURE);
        assertThat(office.operations().status(office.name()).alerts()).hasSize(1);

        office.operations().retry(office.name(), JobRef.parse("a1"), ANNA);
        office.operations().resume(office.name(), ANNA);
        test.advance(5000);
        awaitNewsWhileChecking(monitor, "QUEUE_PAUSED_ON_FAILURE", "QUEUE_PAUSED_ON_FAILURE over");
        assertThat(mailbox.alerts().getLast().resolvedAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START + 5000));
        awaitNothingKept();
    }

    @Test
    void aQueueWithoutWorkersIsStuckAndTheAlertSaysWhy() {
        AlertMonitor monitor = monitor(mailbox);
        beat(0);
        test.enqueue("a", "a1");

        monitor.check();
        awaitNews(mailbox, "QUEUE_STUCK");
        Alert alert = mailbox.alerts().getFirst();
        assertThat(alert.message()).isEqualTo("No workers: one instance is alive, and it has none.");
        assertThat(alert.details()).containsEntry("code", "NO_WORKERS").containsEntry("explanation", alert.message());

        beat(2);
        awaitNewsWhileChecking(monitor, "QUEUE_STUCK", "QUEUE_STUCK over");
    }

    @Test
    void jobsThatNobodyCanDoRaiseAnAlertUntilSomebodyCan() {
        AlertMonitor monitor = monitor(mailbox);
        beat(2);
        test.enqueue("a", "a1");
        test.fetch(1);
        test.queue().foreign().met("TEST");
        assertThat(office.driver().claim(1)).isEmpty();

        monitor.check();
        awaitNews(mailbox, "UNKNOWN_PROCESSOR");
        Alert alert = mailbox.alerts().getFirst();
        assertThat(alert.title()).isEqualTo("Jobs of queue " + test.queue().name() + " wait for processor TEST");
        assertThat(alert.details()).containsEntry("processorType", "TEST").containsEntry("code", "UNKNOWN_PROCESSOR");
        assertThat(open()).extracting(Alert::type).containsExactly(AlertType.UNKNOWN_PROCESSOR);

        test.queue().home().instances().beat(new Instance.Info(
                "worker-2", 2, "2", "host", Instant.ofEpochMilli(TestQueue.START), List.of("TEST")));
        awaitNewsWhileChecking(monitor, "UNKNOWN_PROCESSOR", "UNKNOWN_PROCESSOR over");
    }

    private void beat(int workers) {
        test.queue().home().instances().beat(
                new Instance.Info("worker-1", workers, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
    }

    @Test
    void aSecondPauseBetweenTwoChecksIsAnAlertOfItsOwn() {
        AlertMonitor monitor = monitor(mailbox);
        test.enqueue("a", "a1", "a2");
        office.driver().fail(office.driver().claim(1), "E");
        monitor.check();
        awaitNews(mailbox, "QUEUE_PAUSED_ON_FAILURE");

        test.advance(500);
        office.operations().resume(office.name(), ANNA);
        office.driver().fail(office.driver().claim(1), "E");

        await().untilAsserted(() -> {
            monitor.check();
            assertThat(mailbox.news())
                    .containsExactlyInAnyOrder(
                            "QUEUE_PAUSED_ON_FAILURE", "QUEUE_PAUSED_ON_FAILURE over", "QUEUE_PAUSED_ON_FAILURE");
        });
        assertThat(open()).hasSize(1)
                .allSatisfy(alert -> assertThat(alert.details()).containsEntry("job", "a2"));
    }

    @Test
    void onlyOneOfManyInstancesSendsAnAlert() throws Exception {
        List<MailboxChannel> mailboxes = new ArrayList<>();
        List<AlertMonitor> many = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            mailboxes.add(new MailboxChannel("mailbox", 0));
            many.add(monitor(mailboxes.getLast()));
        }
        test.enqueue("a", "a1");
        office.driver().fail(office.driver().claim(1), "E");

        checkAllAtOnce(many);
        await().until(() -> mailboxes.stream().mapToInt(MailboxChannel::tries).sum() > 0);
        checkAllAtOnce(many);
        office.operations().resume(office.name(), ANNA);
        await().untilAsserted(() -> {
            checkAllAtOnce(many);
            assertThat(AlertRecords.of(test.queue()).all()).isEmpty();
        });

        assertThat(mailboxes.stream().flatMap(box -> box.news().stream()))
                .containsExactlyInAnyOrder("QUEUE_PAUSED_ON_FAILURE", "QUEUE_PAUSED_ON_FAILURE over");
    }

    @Test
    void tooManyWaitingJobsRaiseAnAlertThatIsResolvedOnlyClearlyBelowTheLimit() {
        AlertMonitor monitor = monitor(mailbox);
        office.driver().enqueueMany("a", 101);
        monitor.check();
        awaitNews(mailbox, "QUEUE_WAITING_EXCEEDED");
        assertThat(mailbox.alerts().getFirst().details()).containsEntry("pendingJobs", "101").containsEntry("limit",
                "100");

        office.driver().complete(office.driver().claim(20));
        monitor.check();
        assertThat(open()).as("81 is not clearly below 100").hasSize(1);
        office.driver().complete(office.driver().claim(1));
        awaitNewsWhileChecking(monitor, "QUEUE_WAITING_EXCEEDED", "QUEUE_WAITING_EXCEEDED over");
    }

    @Test
    void aLongPauseRaisesAnAlert() {
        AlertMonitor monitor = monitor(mailbox);
        office.operations().pause(office.name(), "maintenance", ANNA);
        test.advance(Duration.ofHours(1).toMillis());
        monitor.check();
        assertThat(open()).isEmpty();
        test.advance(1);
        monitor.check();
        awaitNews(mailbox, "QUEUE_PAUSED_LONG_TIME");
        assertThat(mailbox.alerts().getFirst().details())
                .containsEntry("pausedBy", "anna")
                .containsEntry("reason", "maintenance");
    }

    @Test
    void manyFailuresWithinAShortTimeRaiseAnAlert() {
        Office office = Office.with();
        AlertMonitor monitor = monitor(office, mailbox);
        office.driver().enqueueMany("a", 11);
        office.driver().fail(office.driver().claim(10), "E");
        monitor.check();
        assertThat(open()).isEmpty();
        office.driver().fail(office.driver().claim(1), "E");
        monitor.check();
        awaitNews(mailbox, "DEAD_LETTERS_GROWING");
        assertThat(mailbox.alerts().getFirst().details())
                .containsEntry("recent", "11")
                .containsEntry("errorCode", "E")
                .containsEntry("group", "a");

        office.test().advance(Duration.ofMinutes(6).toMillis());
        awaitNewsWhileChecking(monitor, "DEAD_LETTERS_GROWING", "DEAD_LETTERS_GROWING over");
    }

    @Test
    void aLostInstanceIsReportedOnceByOneOfItsQueues() {
        Office other = Office.with();
        AlertMonitor monitor = new AlertMonitor(
                new Queues(Map.of(office.name(), test.queue(), other.name(), other.test().queue())).all(),
                List.of(mailbox),
                Duration.ofSeconds(1));
        monitors.add(monitor);
        monitor.start();
        Instance.Info info = new Instance.Info("worker-1", 10, "1.0", "host", Instant.EPOCH);
        other.test().queue().home().instances().beat(info);
        other.test().advance(5000);
        test.advance(5000);
        test.partition().instances().beat(info);

        other.test().advance(26_000);
        test.advance(26_000);
        monitor.check();
        awaitNews(mailbox, "INSTANCE_LOST");
        test.advance(26_000);
        monitor.check();
        monitor.check();
        test.partition().instances().beat(info);
        other.test().queue().home().instances().beat(info);
        awaitNewsWhileChecking(monitor, "INSTANCE_LOST", "INSTANCE_LOST over");
        assertThat(mailbox.alerts().getFirst().details()).containsEntry("instance", "worker-1").containsEntry("host",
                "host");
    }

    @Test
    void aFailingChannelIsRetriedLaterAndDelaysNoOther() {
        MailboxChannel failing = new MailboxChannel("failing", 2);
        AlertMonitor monitor = monitor(failing, mailbox);
        test.enqueue("a", "a1");
        office.driver().fail(office.driver().claim(1), "E");

        monitor.check();
        awaitNews(mailbox, "QUEUE_PAUSED_ON_FAILURE");
        await().until(() -> failing.tries() == 1);
        monitor.check();
        assertThat(failing.tries()).as("the next try is later").isEqualTo(1);
        for (int tries = 2; tries <= 3; tries++) {
            test.advance(5000);
            int expected = tries;
            await().until(() -> {
                monitor.check();
                return failing.tries() == expected;
            });
        }
        awaitNews(failing, "QUEUE_PAUSED_ON_FAILURE");
        assertThat(mailbox.news()).hasSize(1);
    }

    @Test
    void aChannelThatHangsDelaysNeitherTheMonitorNorTheOthers() {
        CountDownLatch end = new CountDownLatch(1);
        AlertChannel hanging = new AlertChannel() {
            @Override
            public String name() {
                return "hanging";
            }

            @Override
            public void send(Alert alert) throws InterruptedException {
                end.await();
            }
        };
        AlertMonitor monitor = monitor(hanging, mailbox);
        test.enqueue("a", "a1");
        for (int news = 2; news <= AlertSender.CAPACITY + 10; news += 2) {
            office.driver().fail(office.driver().claim(1), "E");
            awaitNumberOfNews(monitor, news - 1);
            office.operations().resume(office.name(), ANNA);
            awaitNumberOfNews(monitor, news);
            test.advance(1000);
            office.operations().retry(office.name(), JobRef.parse("a1"), ANNA);
        }
        end.countDown();
    }

    @Test
    void whatADeadInstanceHadTakenIsSentByAnother() {
        test.enqueue("a", "a1");
        office.driver().fail(office.driver().claim(1), "E");
        AlertMonitor dying = new AlertMonitor(office.queues().all(), List.of(mailbox), Duration.ofSeconds(1));
        dying.check(); // takes the message and dies: its sender never ran
        AlertMonitor survivor = monitor(mailbox);
        survivor.check();
        assertThat(mailbox.tries()).isZero();

        test.advance(AlertSender.LEASE.toMillis());
        survivor.check();

        awaitNews(mailbox, "QUEUE_PAUSED_ON_FAILURE");
    }

    @Test
    void aMessageThatCannotBeSentForADayIsGivenUp() {
        MailboxChannel failing = new MailboxChannel("failing", Integer.MAX_VALUE);
        AlertMonitor monitor = monitor(failing);
        test.enqueue("a", "a1");
        office.driver().fail(office.driver().claim(1), "E");
        monitor.check();
        await().until(() -> failing.tries() == 1);
        assertThat(AlertRecords.of(test.queue()).all().toString()).contains("failing");

        test.advance(Duration.ofHours(25).toMillis());

        await().untilAsserted(() -> {
            monitor.check();
            assertThat(AlertRecords.of(test.queue()).find("QUEUE_PAUSED_ON_FAILURE:" + TestQueue.START).orElseThrow())
                    .doesNotContain("failing");
        });
        assertThat(open()).extracting(Alert::type).contains(AlertType.QUEUE_PAUSED_ON_FAILURE);
    }

    @Test
    void aRecordThatCannotBeReadStopsNothing() {
        AlertMonitor monitor = monitor(mailbox);
        AlertRecords.of(test.queue()).create("FROM_THE_FUTURE", "{\"type\":\"FROM_THE_FUTURE\"}");
        test.enqueue("a", "a1");
        office.driver().fail(office.driver().claim(1), "E");
        monitor.check();
        awaitNews(mailbox, "QUEUE_PAUSED_ON_FAILURE");
        assertThat(AlertRecords.of(test.queue()).all()).containsKey("FROM_THE_FUTURE");
    }

    @Test
    void startsAndStopsAsALoopMust() {
        AlertMonitor monitor = new AlertMonitor(office.queues().all(), List.of(mailbox), Duration.ofMillis(5));
        LoopStress.hammer("alert-", monitor::start, () -> monitor.stop(Deadline.in(Duration.ofSeconds(10))));
    }

    private List<Alert> open() {
        return new OpenAlerts(office.queues()).of(office.name());
    }

    private AlertMonitor monitor(AlertChannel... channels) {
        return monitor(office, channels);
    }

    /** Its senders run; its own loop checks so rarely that the test decides when. */
    private AlertMonitor monitor(Office office, AlertChannel... channels) {
        AlertMonitor monitor = new AlertMonitor(office.queues().all(), List.of(channels), Duration.ofHours(1));
        monitors.add(monitor);
        monitor.start();
        await().until(() -> monitor.loop().turns() > 0);
        return monitor;
    }

    private static void awaitNews(MailboxChannel mailbox, String... news) {
        await().untilAsserted(() -> assertThat(mailbox.news()).containsExactly(news));
    }

    /** A resolution waits until the alert itself is delivered, which may be after a later check. */
    private void awaitNewsWhileChecking(AlertMonitor monitor, String... news) {
        await().untilAsserted(() -> {
            monitor.check();
            assertThat(mailbox.news()).containsExactly(news);
        });
    }

    private void awaitNumberOfNews(AlertMonitor monitor, int count) {
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            monitor.check();
            return mailbox.news().size() == count;
        });
    }

    private void awaitNothingKept() {
        await().untilAsserted(() -> assertThat(AlertRecords.of(test.queue()).all()).isEmpty());
    }

    private static void checkAllAtOnce(List<AlertMonitor> monitors) throws InterruptedException {
        try (ExecutorService instances = Executors.newFixedThreadPool(monitors.size())) {
            monitors.forEach(monitor -> instances.submit(monitor::check));
            instances.shutdown();
            assertThat(instances.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        }
    }
}
