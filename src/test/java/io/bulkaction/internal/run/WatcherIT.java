package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.run.Notes.Note;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.spi.ResultAggregator;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class WatcherIT {

    private static final GroupId A = new GroupId("a");
    private static final String QUICKLY_ADDED = "2";
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final WatchTiming QUICK =
            new WatchTiming(SHORT, Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMillis(100), SHORT);
    private static final CallbackSender NO_CALLBACKS = new CallbackSender(
            new CallbackSettings(List.of(), List.of(), "", Duration.ofSeconds(1), Duration.ofHours(1), 1));

    private final TestQueue test = TestQueue.live(
            "alerts.unsealed-longer-than", "150ms", "backpressure.global-rps", "100000");
    private final TestWorker worker = new TestWorker(test.queue());
    private final List<GroupCompletedEvent> events = new CopyOnWriteArrayList<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private final GroupService service =
            new GroupService(new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()));

    @AfterEach
    void stopWatchers() {
        watchers.forEach(watcher -> assertThat(watcher.stop(Deadline.in(Patience.LIMIT))).isTrue());
    }

    @AfterAll
    static void closeSender() {
        NO_CALLBACKS.close();
    }

    @Test
    void endsARunAtOnceWhenItIsWoken() {
        Watcher watcher = start(new WatchTiming(LONG, LONG, LONG, LONG, LONG), this::listen);
        await().until(() -> watcher.loops().getFirst().turns() > 0 && watcher.loops().getLast().turns() > 0);
        test.enqueue("a", "a1");
        assertThat(worker.complete(worker.claim(1)).runEnded()).isTrue();
        watcher.wake();
        await().until(() -> !events.isEmpty());
        assertThat(events.getFirst().status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(events.getFirst().result()).isEqualTo(service.result(test.queue().name(), A).orElseThrow());
    }

    @Test
    void endsARunWithoutBeingWoken() {
        finishWithResult(test, "a", "a1");
        start(QUICK, this::listen);
        await().until(() -> !events.isEmpty());
        await().until(() -> !test.dump().contains(":events"));
        assertThat(test.dump()).doesNotContain("aggregating-groups");
    }

    @Test
    void anAggregatorThatHangsKeepsNoOtherRunFromItsResult() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        Hanging hanging = new Hanging(mayEnd);
        TestQueue patient = TestQueue.live("reliability.aggregator-timeout", "10m");
        start(patient, QUICK, this::listen, hanging);
        finishWithResult(patient, "a", "a1");
        await().until(() -> hanging.calls.get() == 1);

        finishWithResult(patient, "b", "b1", QUICKLY_ADDED);

        await().until(() -> endedGroups().contains("b"));
        assertThat(endedGroups()).doesNotContain("a");
        mayEnd.countDown();
        await().until(() -> endedGroups().contains("a"));
        assertThat(events).filteredOn(event -> event.groupId().equals(A)).singleElement()
                .satisfies(event -> assertThat(event.result().data().get("TEST").asLong()).isEqualTo(1));
    }

    @Test
    void anAggregatorThatHangsIsInterruptedAndNamedInTheResultAndInTheLog(CapturedOutput output) {
        Hanging hanging = new Hanging(new CountDownLatch(1));
        TestQueue brief = TestQueue.live("reliability.aggregator-timeout", "200ms");
        start(brief, QUICK, this::listen, hanging);
        finishWithResult(brief, "a", "a1");

        await().until(() -> endedGroups().contains("a"));

        assertThat(events.getFirst().status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(events.getFirst().result().data().get("TEST").get("aggregationError").asString())
                .contains(Hanging.class.getName(), "did not end within 200 ms");
        assertThat(output).contains("Results of type TEST in group a could not be aggregated");
        await().until(() -> hanging.interrupts.get() == 1);
    }

    private List<String> endedGroups() {
        return events.stream().map(event -> event.groupId().value()).toList();
    }

    private static void finishWithResult(TestQueue of, String group, String id) {
        finishWithResult(of, group, id, "1");
    }

    private static void finishWithResult(TestQueue of, String group, String id, String result) {
        of.enqueue(group, id);
        TestWorker worker = new TestWorker(of.queue());
        worker.claim(1).forEach(job -> worker.complete(job, Duration.ofMillis(1), result));
    }

    /** Waits for a latch that may never open, except for one result. */
    private static final class Hanging implements ResultAggregator<Long> {

        private final CountDownLatch mayEnd;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger interrupts = new AtomicInteger();

        Hanging(CountDownLatch mayEnd) {
            this.mayEnd = mayEnd;
        }

        @Override
        public String type() {
            return "TEST";
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long accumulate(Long soFar, String result) throws InterruptedException {
            if (result.equals(QUICKLY_ADDED)) {
                return soFar + 1;
            }
            calls.incrementAndGet();
            try {
                mayEnd.await();
            } catch (InterruptedException interrupted) {
                interrupts.incrementAndGet();
                throw interrupted;
            }
            return soFar + 1;
        }

        @Override
        public Long combine(Long earlier, Long later) {
            return earlier + later;
        }
    }

    @Test
    void twoWatchersThatRaceGiveEachRunOneResultAndOneEvent() {
        List<String> groups = IntStream.range(0, 200).mapToObj(i -> "g" + i).toList();
        WatchTiming patient = new WatchTiming(SHORT, Patience.LIMIT, Patience.LIMIT, SHORT, SHORT);
        start(patient, this::listen);
        start(patient, this::listen);
        groups.forEach(group -> test.enqueue(group, group + "-1"));
        worker.completeAll();
        await().until(() -> events.size() >= 200);
        await().during(Duration.ofMillis(300)).until(() -> events.size() == 200);
        assertThat(events).extracting(event -> event.groupId().value()).containsExactlyInAnyOrderElementsOf(groups);
        assertThat(groups)
                .allSatisfy(group -> assertThat(service.results(test.queue().name(), new GroupId(group))).hasSize(1));
        Accounting.prove(test);
    }

    @Test
    void takesOverFromAWatcherThatDiedBeforeTheResult() {
        finishWithResult(test, "a", "a1");
        assertThat(Groups.of(test.queue()).results().takeEnded(10, Duration.ofMillis(300))).containsExactly(A);
        start(QUICK, this::listen);
        await().until(() -> events.size() == 1);
    }

    @Test
    void takesOverFromAWatcherThatDiedBetweenResultAndEvent() {
        finish("a", "a1");
        assertThat(Groups.of(test.queue()).noted().takeEvents(test.partition(), 10, Duration.ofMillis(300)))
                .hasSize(1);
        start(QUICK, this::listen);
        await().until(() -> events.size() == 1);
        assertThat(test.dump()).doesNotContain(":events");
    }

    @Test
    void anEventThatComesAgainAfterACrashHasTheSameId() {
        finish("a", "a1");
        Note note = Groups.of(test.queue()).noted().takeEvents(test.partition(), 10, Duration.ZERO).getFirst();
        GroupCompletedEvent published =
                Groups.of(test.queue()).noted().events(List.of(note)).getFirst().orElseThrow();
        start(QUICK, this::listen);
        await().until(() -> events.size() == 1);
        assertThat(events.getFirst()).isEqualTo(published);
        assertThat(published.id()).isEqualTo("%s/a/1/1/%d".formatted(
                test.queue().name(), published.result().finishedAt().toEpochMilli()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListenerThatThrowsIsLoggedAndTheOthersGetTheirEvents(boolean error, CapturedOutput output) {
        finish("a", "a1");
        finish("b", "b1");
        start(QUICK, event -> {
            events.add(event);
            if (event.groupId().equals(A) && error) {
                throw new NoClassDefFoundError("listener is broken");
            } else if (event.groupId().equals(A)) {
                throw new IllegalStateException("listener is broken");
            }
        });
        await().until(() -> events.size() == 2);
        await().until(() -> !test.dump().contains(":events"));
        assertThat(output).contains("A listener failed for the event of group a run 1").contains("listener is broken");
    }

    @Test
    void aListenerThatHangsKeepsNoRunFromItsResult() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(1);
        finish("a", "a1");
        start(QUICK, event -> {
            hanging.countDown();
            awaitQuietly(go);
        });
        assertThat(hanging.await(2, TimeUnit.MINUTES)).isTrue();
        finishWithResult(test, "b", "b1");
        await().until(() -> service.result(test.queue().name(), new GroupId("b")).isPresent());
        go.countDown();
    }

    @Test
    void aRunThatEndsAgainHasAnEventForEachEndingUnlessItWasOvertaken() {
        test.enqueue("a", "a1");
        worker.fail(worker.claim(1).getFirst(), "BROKEN");
        worker.retryDead("a1");
        worker.fail(worker.claim(1).getFirst(), "BROKEN");
        start(QUICK, this::listen);
        await().until(() -> !test.dump().contains(":events"));
        assertThat(events).extracting(event -> event.result().ending()).as("the first was overtaken")
                .containsExactly(2L);

        worker.retryDead("a1");
        worker.completeAll();
        await().until(() -> events.size() == 2);
        assertThat(events.getLast().result()).returns(3L, GroupResult::ending).returns(1L, GroupResult::run)
                .returns(GroupStatus.COMPLETED, GroupResult::status);
    }

    @Test
    void continuesAnOrphanedCancellation() {
        new JobDriver(test).enqueueMany("a", 3_000);
        test.enqueue("b", "b1");
        ClaimedJob waiting = worker.claim(1).getFirst();
        worker.retry(waiting, Duration.ofHours(1));
        Groups.of(test.queue()).cancel(A, "enough", null, List.of());
        start(QUICK, this::listen);
        await().until(() -> events.size() == 1);
        assertThat(events.getFirst().result()).returns(GroupStatus.CANCELLED, GroupResult::status)
                .returns(3_000L, GroupResult::cancelledCount).returns("enough", GroupResult::cancelReason);
        assertThat(service.progress(test.queue().name(), new GroupId("b")).orElseThrow().cancelledCount()).isZero();
        Accounting.prove(test);
    }

    /** Groups that the cancellation of a tenant had not reached when its instance died ran on. */
    @Test
    void continuesAnOrphanedCancellationOfATenantForGroupsItHadNotReached() {
        IntStream.range(0, 250).forEach(i -> test.enqueue("acme/" + i, "j" + i));
        TenantCancellation cancellation =
                TenantCancellation.begin(test.queue(), new TenantId("acme"), "contract ended").orElseThrow();
        assertThat(cancellation.beginSome(10)).hasSize(10);
        await().until(() -> test.redis().millis() > now(cancellation) + 5);
        test.enqueue("acme/later", "l1");
        test.enqueue("other", "o1");
        start(QUICK, this::listen);
        await().until(() -> events.size() == 250);
        assertThat(events).extracting(event -> event.result().status()).containsOnly(GroupStatus.CANCELLED);
        assertThat(events).extracting(event -> event.result().cancelReason()).containsOnly("contract ended");
        assertThat(test.meta("acme/later")).as("came after it").containsEntry("status", "CREATED");
        assertThat(test.meta("other")).containsEntry("status", "CREATED");
        await().until(() -> TenantCancellation.orphaned(test.queue(), Duration.ZERO).isEmpty());
        Accounting.prove(test);
    }

    private static long now(TenantCancellation cancellation) {
        return cancellation.began().toEpochMilli();
    }

    /** Each step emptied what it saw of Ready and counted as a whole pass, so after three steps the rest stayed. */
    @Test
    void cancelsAGroupThatFillsReadyWhileNobodyClaims() {
        TestQueue full =
                TestQueue.live("backpressure.ready-queue-max-size", "10000", "backpressure.global-rps", "100000");
        new JobDriver(full).enqueueMany("a", 3_000);
        for (int i = 0; i < 3; i++) {
            full.queue().home().fairQueue().fetch(1_000, 10_000);
        }
        assertThat(full.ready()).hasSize(3_000);
        Groups.of(full.queue()).cancel(A, "enough", null, List.of());
        start(full, QUICK, this::listen);
        await().until(() -> events.size() == 1);
        assertThat(events.getFirst().result().cancelledCount()).isEqualTo(3_000);
        Accounting.prove(full);
    }

    @Test
    void reportsARunThatNobodySealsOnce(CapturedOutput output) {
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        Watcher watcher = start(QUICK, this::listen);
        await().until(() -> output.toString().contains("The run of group a in queue " + test.queue().name()));
        assertThat(unsealedTooLong()).containsExactly(A);
        long turns = watcher.loops().getFirst().turns();
        await().until(() -> watcher.loops().getFirst().turns() > turns + 5);
        assertThat(output.toString().split("nobody has sealed it", -1)).hasSize(2);
        assertThat(service.seal(test.queue().name(), A)).isTrue();
        assertThat(unsealedTooLong()).isEmpty();
    }

    @Test
    void forgetsFinishedGroupsAfterTheirRetention() {
        TestQueue brief = TestQueue.live("retention.finished-groups", "1ms");
        brief.enqueue("a", "a1");
        new TestWorker(brief.queue()).completeAll();
        start(brief, QUICK, this::listen);
        await().until(() -> Groups.of(brief.queue()).state(A).isEmpty());
        assertThat(events).as("published before it was forgotten").hasSize(1);
    }

    @Test
    void forgetsCompletedJobsAfterTheirRetention() {
        TestQueue brief = TestQueue.live("retention.completed-jobs", "1ms", "backpressure.global-rps", "100000");
        brief.enqueue("a", IntStream.range(0, 600).mapToObj(i -> "a" + i).toArray(String[]::new));
        new TestWorker(brief.queue()).completeAll();
        assertThat(brief.completed()).hasSize(600);
        start(brief, QUICK, this::listen);
        await().until(() -> brief.completed().isEmpty());
        assertThat(brief.contents()).doesNotContainKeys("job:a#a0", "job:a#a599", "completed-order");
    }

    @Test
    void mayBeStartedAndStoppedByAnybodyAtAnyTime() {
        Watcher watcher =
                new Watcher(test.queue(), new ResultAggregators(List.of()), this::publish, NO_CALLBACKS, QUICK);
        LoopStress.hammer("watcher-" + test.queue().name(), watcher::start,
                () -> watcher.stop(Deadline.in(Duration.ofSeconds(5))));
    }

    private List<GroupId> unsealedTooLong() {
        return Groups.of(test.queue()).unsealedFor(test.queue().settings().alerts().unsealedLongerThan(), 10);
    }

    private Watcher start(WatchTiming timing, Consumer<GroupCompletedEvent> listener) {
        return start(test, timing, listener);
    }

    private Watcher start(
            TestQueue of,
            WatchTiming timing,
            Consumer<GroupCompletedEvent> listener,
            ResultAggregator<?>... aggregators) {
        Watcher watcher = new Watcher(of.queue(), new ResultAggregators(List.of(aggregators)),
                event -> listener.accept((GroupCompletedEvent) event), NO_CALLBACKS, timing);
        watchers.add(watcher);
        watcher.start();
        return watcher;
    }

    private void listen(GroupCompletedEvent event) {
        events.add(event);
    }

    private void publish(Object event) {
        events.add((GroupCompletedEvent) event);
    }

    private void finish(String group, String id) {
        test.enqueue(group, id);
        worker.completeAll();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
