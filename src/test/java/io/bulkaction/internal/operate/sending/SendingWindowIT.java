package io.bulkaction.internal.operate.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.Hold;
import io.bulkaction.JobId;
import io.bulkaction.TenantId;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.Afters;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nothing starts outside a sending window, by the clock of Redis and to the millisecond. The clock begins at 2027-01-15T08:00Z,
 * which is 17:00 in Seoul, four hours before the window {@code day} closes.
 */
class SendingWindowIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long CLOSES = TestQueue.START + 4 * HOUR;
    private static final long OPENS = CLOSES + 11 * HOUR;

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());
    private final Calendar calendar = Calendar.of(test).put("day", "08:00-21:00", "Asia/Seoul");

    /** Whose window it is. The group is one of a tenant in any case. */
    enum Of {
        GROUP,
        TENANT,
        QUEUE
    }

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSubmittedAtNightStartsInTheMorningAndNotAMillisecondEarlier(Of of) {
        goTo(CLOSES);
        test.enqueue("t/a", "1");
        give(of, "day");
        test.enqueue("t/a", "2");
        assertThat(runAll()).isEmpty();
        goTo(OPENS - 1);
        assertThat(runAll()).isEmpty();

        goTo(OPENS);
        assertThat(runAll()).containsExactly("1", "2");
    }

    @ParameterizedTest
    @EnumSource
    void nothingThatIsReadyWhenItClosesStartsAndAllOfItDoesInTheMorningInOrder(Of of) {
        test.enqueue("t/a", "1", "2", "3", "4");
        give(of, "day");
        goTo(CLOSES - 1);
        test.fetch(10);
        assertThat(ids(test.claim(1))).containsExactly("1");

        goTo(CLOSES);
        assertThat(test.claim(10)).isEmpty();
        test.fetch(10);
        test.dispatch(10);
        assertThat(test.claim(10)).isEmpty();
        Accounting.prove(test);

        goTo(OPENS);
        assertThat(runAll()).containsExactly("2", "3", "4");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsClaimedRightBeforeItClosesMustStartBefore(Of of) {
        test.enqueue("t/a", "1");
        give(of, "day");
        goTo(CLOSES - 30);
        test.fetch(10);
        assertThat(test.claimOne().start().paidFor()).isEqualTo(Duration.ofMillis(30));
    }

    @ParameterizedTest
    @EnumSource
    void aFetchThatClaimsKeepsToItToo(Of of) {
        give(of, "day");
        goTo(CLOSES - 30);
        test.enqueue("t/a", "1");
        List<ClaimedJob> jobs = test.partition().fairQueue().fetchFor(5, false).join().claimed().jobs();
        jobs = jobs.isEmpty() ? test.claim(5) : jobs; // one with limits of its own is left to the claim
        assertThat(jobs).singleElement()
                .satisfies(job -> assertThat(job.start().paidFor()).isEqualTo(Duration.ofMillis(30)));

        goTo(CLOSES);
        test.enqueue("t/a", "2");
        assertThat(test.partition().fairQueue().fetchFor(5, false).join().claimed().jobs()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void retriesAndWhatIsRecoveredReleasedOrThrottledWaitForTheMorningAndWhatRunsEnds(Of of) {
        test.enqueue("t/a", "done", "retry", "lost", "back", "undone");
        give(of, "day");
        goTo(CLOSES - 1);
        test.fetch(10);
        List<ClaimedJob> jobs = test.claim(10);
        goTo(CLOSES);
        assertThat(test.complete(jobs.get(0)).applied()).isEqualTo(1);
        test.retry(jobs.get(1), Duration.ofMinutes(5));
        test.release(jobs.get(3), true);
        test.release(jobs.get(4), false);
        test.advance(HOUR);
        test.recover(10);
        assertThat(runAll()).isEmpty();

        goTo(OPENS);
        List<String> ran = runAll();
        assertThat(ran).containsSubsequence("retry", "lost", "back").hasSize(4);
        assertThat(ran).element(of == Of.QUEUE ? 0 : 3).as("back in Ready, as after a pause").isEqualTo("undone");
        assertThat(test.meta("t/a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "5");
    }

    @ParameterizedTest
    @EnumSource
    void aRetriedDeadLetterWaitsForTheMorning(Of of) {
        test.enqueue("t/a", "1");
        give(of, "day");
        test.fetch(10);
        test.fail(test.claimOne());
        goTo(CLOSES);
        new TestWorker(test.queue()).retryDead("1");
        assertThat(runAll()).isEmpty();
        goTo(OPENS);
        assertThat(runAll()).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void whatWaitsCostsNothingUntilItsTime(Of of) {
        give(of, "day");
        goTo(CLOSES);
        test.enqueue("t/a", "1", "2", "3");
        runAll();
        Fetched fetched = test.fetch(10);
        assertThat(fetched.stop()).isIn(Stop.EMPTY, Stop.PAUSED);
        Duration night = Duration.ofMillis(OPENS - CLOSES);
        assertThat(Stream.of(fetched.waitFor(), test.dispatch(10).waitFor()).flatMap(each -> each.stream()))
                .as("nobody looks before").isNotEmpty().allSatisfy(wait -> assertThat(wait).isEqualTo(night));
    }

    @Test
    void othersGoOnWhileOneIsOutsideItsWindow() {
        give(Of.GROUP, "day");
        goTo(CLOSES);
        test.enqueue("t/a", "1");
        test.enqueue("t/b", "2");
        test.enqueue("c", "3");
        assertThat(runAll()).containsExactlyInAnyOrder("2", "3");
        give(Of.TENANT, "day");
        test.enqueue("t/b", "4");
        test.enqueue("c", "5");
        assertThat(runAll()).containsExactly("5");
    }

    @Test
    void aTenantThatClosesKeepsItsGroupsInOrder() {
        test.enqueue("t/a", "1", "2", "3", "4");
        test.enqueue("t/b", "5");
        give(Of.TENANT, "day");
        test.fetch(3);
        List<ClaimedJob> jobs = test.claim(2);
        goTo(CLOSES);
        jobs.forEach(job -> test.release(job, true));
        assertThat(test.claim(10)).isEmpty();
        assertThat(test.tenantMeta(new TenantId("t"))).containsEntry("parked", "held");
        goTo(OPENS);
        assertThat(runAll()).containsSubsequence("1", "2", "3", "4").hasSize(5);
    }

    @Test
    void aPauseOfATenantOutlastsTheWindowAndTheWindowOutlastsThePause() {
        Tenants tenants = Tenants.of(test.queue());
        test.enqueue("t/a", "1");
        give(Of.TENANT, "day");
        goTo(CLOSES);
        runAll();
        tenants.pause(new TenantId("t"), "look", "anna");
        Accounting.prove(test);
        goTo(OPENS);
        assertThat(runAll()).isEmpty();
        goTo(CLOSES + 24 * HOUR);
        tenants.resume(new TenantId("t"));
        assertThat(runAll()).isEmpty();
        Accounting.prove(test);
        goTo(OPENS + 24 * HOUR);
        assertThat(runAll()).containsExactly("1");
    }

    @Test
    void itWorksTogetherWithStartAtPauseAfterAndExpiry() {
        EnqueueBatch.Given day = EnqueueBatch.Given.NOTHING.with(new GroupLimits(null, null, null, "day"));
        test.enqueue(TestQueue.batch("later", null, true, List.of("l"))
                .with(day.startingAt(Instant.ofEpochMilli(CLOSES + HOUR))));
        test.enqueue(TestQueue.batch("paused", null, true, List.of("p")).with(day));
        groups.pause(new GroupId("paused"), "look", "anna");
        String behind = new Afters(calendar.queues())
                .resolve(test.queue().name(), new GroupId("behind"), List.of(After.of("none")));
        test.enqueue(TestQueue.batch("behind", null, true, List.of("b")).with(day.after(behind)));
        test.enqueue(new EnqueueBatch(new GroupId("old"), "TEST", true, day, null,
                List.of(new EnqueueBatch.Entry(new JobId("o"), "{}"),
                        EnqueueBatch.Entry.of(new JobId("x"), "{}",
                                new Timing(null, null, Instant.ofEpochMilli(OPENS - HOUR), null)))));
        goTo(CLOSES);
        assertThat(runAll()).isEmpty();
        assertThat(hold("later").until()).isEqualTo(Instant.ofEpochMilli(OPENS));
        goTo(OPENS - 1);
        test.dispatch(10);
        test.dispatch(10);
        assertThat(test.job("x")).containsEntry("status", "EXPIRED");
        groups.resume(new GroupId("paused"));
        assertThat(runAll()).isEmpty();
        goTo(OPENS);
        assertThat(runAll()).containsExactlyInAnyOrder("l", "p", "o");
        assertThat(hold("behind").reason()).isEqualTo(Hold.Reason.AFTER);
        test.enqueue("none", "n");
        runAll();
        goTo(CLOSES + 24 * HOUR);
        test.redis().read(commands -> commands.hdel(test.redis().keys().group(new GroupId("behind"), "meta"),
                Utf8.bytes("after")));
        groups.pause(new GroupId("behind"), "again", "anna");
        groups.resume(new GroupId("behind"));
        assertThat(runAll()).as("what it waited for is over, and it is night again").isEmpty();
        goTo(OPENS + 24 * HOUR);
        assertThat(runAll()).containsExactly("b");
    }

    @Test
    void itBelongsToTheGroupAndNotToItsRun() {
        give(Of.GROUP, "day");
        test.enqueue("t/a", "1");
        assertThat(runAll()).containsExactly("1");
        goTo(CLOSES);
        test.enqueue("t/a", "2");
        assertThat(runAll()).isEmpty();
        assertThat(hold("t/a")).isEqualTo(
                new Hold(Hold.Reason.SENDING_WINDOW, Instant.ofEpochMilli(OPENS), null, "day", null));
        test.enqueue(TestQueue.batch("t/a", null, true, List.of("3"))
                .with(new GroupLimits(null, null, null, GroupLimits.NO_WINDOW)));
        assertThat(runAll()).containsExactly("2", "3");
        assertThat(test.meta("t/a")).doesNotContainKey("sendingWindow");
    }

    @ParameterizedTest
    @EnumSource
    void whoTakesTheWindowAwayStartsWhatWaits(Of of) {
        give(of, "day");
        goTo(CLOSES);
        test.enqueue("t/a", "1");
        assertThat(runAll()).isEmpty();
        give(of, GroupLimits.NO_WINDOW);
        assertThat(runAll()).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void otherHoursCountAtOnceForAllThatKeepToThem(Of of) {
        give(of, "day");
        goTo(CLOSES);
        test.enqueue("t/a", "1");
        assertThat(runAll()).isEmpty();
        calendar.put("day", "08:00-22:00", "Asia/Seoul");
        assertThat(runAll()).as("wider").containsExactly("1");

        test.enqueue("t/a", "2");
        test.fetch(10);
        calendar.put("day", "08:00-20:00", "Asia/Seoul");
        assertThat(runAll()).as("narrower").isEmpty();
        goTo(OPENS);
        assertThat(runAll()).containsExactly("2");
    }

    @Test
    void hundredsOfGroupsLookAgainWhenTheHoursChangeWhoeverGoesOn() {
        List<String> ids = new ArrayList<>();
        goTo(CLOSES);
        for (int i = 0; i < 450; i++) {
            test.enqueue(TestQueue.batch("g-" + i, null, true, List.of("j-" + i))
                    .with(new GroupLimits(null, null, null, "day")));
            ids.add("j-" + i);
        }
        assertThat(runAll()).isEmpty();
        calendar.put("day", "08:00-22:00", "Asia/Seoul");
        assertThat(runAll()).containsExactlyInAnyOrderElementsOf(ids);
    }

    @ParameterizedTest
    @EnumSource
    void aWindowThatNobodyKnowsIsClosed(Of of) {
        give(of, "strange");
        test.enqueue("t/a", "1");
        assertThat(runAll()).isEmpty();
        goTo(OPENS);
        assertThat(runAll()).isEmpty();
        calendar.put("strange", "00:00-24:00", "UTC");
        assertThat(runAll()).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void timesOfWhichNobodyHasWrittenAreClosedAndAnyInstanceWritesThem(Of of) {
        give(of, "day");
        test.advance(Duration.ofDays(30).toMillis()); // at 17:00 in Seoul, and no instance was there for weeks
        test.enqueue("t/a", "1");
        assertThat(runAll()).as("fails closed").isEmpty();

        Calendar.of(test).keeper().sweep();
        assertThat(runAll()).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void aClosingThatNoInstanceSeesCloses(Of of) {
        give(of, "day");
        for (int day = 1; day <= 3; day++) {
            goTo(CLOSES + day * 24 * HOUR - 1);
            test.enqueue("t/a", "early-" + day);
            assertThat(runAll()).containsExactly("early-" + day);
            goTo(CLOSES + day * 24 * HOUR);
            test.enqueue("t/a", "late-" + day);
            assertThat(runAll()).isEmpty();
            goTo(OPENS + day * 24 * HOUR);
            assertThat(runAll()).containsExactly("late-" + day);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClockThatJumpsStartsNothingOutside(Of of) {
        give(of, "day");
        goTo(OPENS);
        test.enqueue("t/a", "1", "2");
        test.fetch(1);
        test.advance(-HOUR); // it is night again
        assertThat(runAll()).isEmpty();
        test.advance(-11 * HOUR + 1);
        test.enqueue("t/a", "3");
        test.advance(12 * HOUR);
        assertThat(runAll()).containsExactly("1", "2", "3");
        test.advance(-Duration.ofDays(10).toMillis());
        test.enqueue("t/a", "4");
        assertThat(runAll()).as("nobody knows of that day").isEmpty();
        calendar.keeper().sweep();
        runAll(); // a window of tokens that nobody remembers gives none
        test.advance(1_000);
        assertThat(runAll()).as("open at that hour").containsExactly("4");
    }

    @ParameterizedTest
    @EnumSource
    void onTheDayOnWhichClocksAreSetItGoesByTheClockOnTheWall(Of of) {
        calendar.put("berlin", "01:30-02:30,08:00-21:00", "Europe/Berlin");
        give(of, "berlin");
        goTo(Instant.parse("2027-03-28T00:29:59.999Z").toEpochMilli()); // 01:29:59 before the hour that is skipped
        calendar.keeper().sweep();
        test.enqueue("t/a", "1");
        assertThat(runAll()).isEmpty();
        test.advance(1);
        assertThat(runAll()).containsExactly("1");
        goTo(Instant.parse("2027-03-28T00:59:59.999Z").toEpochMilli());
        test.enqueue("t/a", "2");
        assertThat(runAll()).containsExactly("2");
        test.advance(1); // 03:00
        test.enqueue("t/a", "3");
        assertThat(runAll()).isEmpty();
        goTo(Instant.parse("2027-03-28T06:00:00Z").toEpochMilli());
        assertThat(runAll()).containsExactly("3");
    }

    @Test
    void instancesThatLookAllTheTimeWriteOnlyWhatIsMissing() {
        long written = schedules();
        for (int turn = 0; turn < 30; turn++) {
            Calendar.of(test).keeper().turn();
        }
        assertThat(schedules()).isEqualTo(written);
        test.advance(Duration.ofDays(5).toMillis());
        calendar.keeper().sweep();
        assertThat(schedules()).as("reaches further now").isNotEqualTo(written);
    }

    private long schedules() {
        return test.hash(test.redis().keys().sendingWindows()).hashCode();
    }

    private void give(Of of, String window) {
        GroupLimits limits = new GroupLimits(null, null, null, window);
        switch (of) {
            case GROUP -> {
                if (groups.limit(new GroupId("t/a"), limits).isEmpty()) {
                    test.enqueue(TestQueue.batch("t/a", null, false, List.of("first")).with(limits));
                    groups.cancel(new JobName(new GroupId("t/a"), new JobId("first")));
                }
            }
            case TENANT -> {
                if (Tenants.of(test.queue()).limit(new TenantId("t"), limits).isEmpty()) {
                    test.enqueue("t/any", "any");
                    runAll();
                    Tenants.of(test.queue()).limit(new TenantId("t"), limits);
                }
            }
            case QUEUE -> QueueControl.of(test.queue()).tune(new RuntimeLimits(null, null, null, window));
        }
    }

    private void goTo(long time) {
        test.advance(time - test.now());
    }

    private Hold hold(String group) {
        return groups.state(new GroupId(group)).orElseThrow().hold();
    }

    private static List<String> ids(List<ClaimedJob> jobs) {
        return jobs.stream().map(job -> job.id().value()).toList();
    }

    /** Everything that may run now. */
    private List<String> runAll() {
        List<String> ran = new ArrayList<>();
        List<ClaimedJob> jobs;
        do {
            for (int i = 0; i < 20 && test.dispatch(100).bringsWork(); i++) {
                // a step looks at a few groups
            }
            test.fetch(500);
            jobs = test.claim(500);
            test.complete(jobs);
            ran.addAll(ids(jobs));
        } while (!jobs.isEmpty());
        return ran;
    }
}
