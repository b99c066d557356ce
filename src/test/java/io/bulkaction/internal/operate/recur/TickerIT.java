package io.bulkaction.internal.operate.recur;

import static io.bulkaction.internal.operate.recur.Clockwork.ANNA;
import static io.bulkaction.internal.operate.recur.Clockwork.fixed;
import static io.bulkaction.internal.operate.recur.Clockwork.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobRequest;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.operate.recur.Tick.Status;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.RecurringSettings;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Recurring bulk actions on a clock that the test moves: 2027-01-15T08:00Z, a whole hour, is where it starts. */
class TickerIT {

    private static final String HOURLY = "0 * * * *";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String NINE = "20270115T090000Z";
    private static final String TEN = "20270115T100000Z";

    private final TestQueue test = TestQueue.with();
    private final Clockwork one = Clockwork.on(test);
    private final Clockwork other = Clockwork.on(test);

    @Test
    void aTickHasOneRunOverAllInstances() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP));
        one.turnAfter(HOUR.minusMillis(1));
        assertThat(groups()).as("never early").isEmpty();

        one.turnAfter(Duration.ofMillis(1));
        other.ticker().turn();
        awaitOpen("report", Status.RUNNING);
        other.ticker().turn();

        assertThat(groups()).containsExactly("report/" + NINE);
        assertThat(test.meta("report/" + NINE)).containsEntry("totalJobs", "2").containsEntry("sealed", "1");
        new TestWorker(test.queue()).completeAll();
        other.ticker().turn();
        assertThat(one.state("report").open()).isEmpty();
        assertThat(one.state("report").past()).singleElement()
                .satisfies(tick -> assertThat(tick.status()).isEqualTo(Status.COMPLETED))
                .satisfies(tick -> assertThat(tick.jobs()).isEqualTo(2));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);
        assertThat(groups()).containsExactlyInAnyOrder("report/" + NINE, "report/" + TEN);
        Accounting.prove(test);
    }

    /** Every action behind it in the list was left alone, and the list itself could not be shown. */
    @Test
    void anActionOfANewerVersionKeepsNoOtherFromItsTick() {
        Stream.of("a", "z").map(Utf8::bytes).forEach(unreadable -> {
            Map<byte[], byte[]> record = Map.of(unreadable, Utf8.bytes("{\"of\": a newer version"));
            test.redis().read(commands -> commands.hset(test.redis().keys().recurring(), record));
            test.redis().read(commands -> commands.hset(test.redis().keys().recurringStates(), record));
            test.redis().read(commands -> commands.zadd(test.redis().keys().recurringDue(), 1, unreadable));
        });
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP));

        one.turnAfter(HOUR);

        awaitOpen("report", Status.RUNNING);
        assertThat(new RedisRecords(test.redis()).all()).containsOnlyKeys("report");
    }

    @Test
    void whoTakesOverADeadInstancesTickAddsOnlyWhatIsMissingAndSealsTheRun() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Clockwork dying = Clockwork.on(test, tick -> {
            asked.incrementAndGet();
            return Stream.iterate(1, i -> i + 1).limit(600).map(i -> {
                if (i == 500) {
                    block(never);
                }
                return JobRequest.of("job-" + i, i);
            });
        });
        Clockwork healthy = Clockwork.on(test, tick -> Stream.iterate(1, i -> i + 1).limit(600)
                .map(i -> JobRequest.of("job-" + i, i)));
        dying.put(found("report", HOURLY));
        dying.turnAfter(HOUR);
        await().until(() -> test.meta("report/" + NINE).containsKey("totalJobs"));

        healthy.turnAfter(Duration.ofSeconds(29));
        assertThat(open("report").getFirst().attempts()).as("its lease holds").isEqualTo(1);
        assertThat(test.meta("report/" + NINE)).containsEntry("sealed", "0");
        healthy.turnAfter(Duration.ofSeconds(2));
        awaitOpen("report", Status.RUNNING);

        assertThat(open("report").getFirst().attempts()).isEqualTo(2);
        assertThat(test.meta("report/" + NINE)).containsEntry("totalJobs", "600").containsEntry("sealed", "1");
        assertThat(asked).hasValue(1);
        Accounting.prove(test);
        never.countDown();
        // what wakes up late does not count any more
        await().during(Duration.ofMillis(200)).until(() -> open("report").getFirst().status() == Status.RUNNING);
        assertThat(test.meta("report/" + NINE)).containsEntry("totalJobs", "600");
    }

    @Test
    void missedTicksAreSkippedAndCounted() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.ALLOW));

        one.turnAfter(Duration.ofHours(5).plusMinutes(10));

        assertThat(groups()).isEmpty();
        assertThat(one.state("report").past()).singleElement()
                .satisfies(tick -> assertThat(tick.status()).isEqualTo(Status.MISSED))
                .satisfies(tick -> assertThat(tick.missed()).isEqualTo(5));
        one.turnAfter(Duration.ofMinutes(50));
        awaitOpen("report", Status.RUNNING);
        assertThat(groups()).containsExactly("report/20270115T140000Z");
    }

    @Test
    void theLastMissedTickRunsOnceWhereThePolicySaysSo() {
        one.put(fixed("report", HOURLY, Missed.ONCE, Overlap.ALLOW));

        one.turnAfter(Duration.ofHours(5).plusMinutes(10));
        other.ticker().turn();
        awaitOpen("report", Status.RUNNING);

        assertThat(groups()).containsExactly("report/20270115T130000Z");
        assertThat(open("report")).singleElement().satisfies(tick -> assertThat(tick.missed()).isEqualTo(4));
    }

    @Test
    void aTickThatIsSeenWithinAMinuteIsNotMissed() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP));

        one.turnAfter(HOUR.plusSeconds(59));
        awaitOpen("report", Status.RUNNING);

        assertThat(groups()).containsExactly("report/" + NINE);
    }

    @Test
    void aTickIsSkippedWhileAnEarlierRunHasNotEnded() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);

        one.turnAfter(HOUR);

        assertThat(groups()).containsExactly("report/" + NINE);
        assertThat(one.state("report").past()).extracting(Tick::status).containsExactly(Status.SKIPPED);
        assertThatThrownBy(() -> one.actions().run(one.queue(), "report", ANNA))
                .isInstanceOf(RefusedException.class).hasMessageContaining("RECURRING_BUSY");
    }

    @Test
    void aQueuedTickBeginsWhenTheEarlierRunHasEnded() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.QUEUE));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);
        one.turnAfter(HOUR);
        other.turnAfter(Duration.ofMinutes(10));
        assertThat(open("report")).extracting(Tick::status).containsExactly(Status.RUNNING, Status.WAITING);
        assertThat(groups()).hasSize(1);

        new TestWorker(test.queue()).completeAll();
        other.ticker().turn();
        awaitOpen("report", Status.RUNNING);

        assertThat(groups()).containsExactlyInAnyOrder("report/" + NINE, "report/" + TEN);
    }

    @Test
    void ticksOverlapWhereThatIsAllowed() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.ALLOW));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);
        one.turnAfter(HOUR);

        awaitOpen("report", Status.RUNNING, Status.RUNNING);
        assertThat(groups()).hasSize(2);
    }

    @Test
    void aClockThatGoesBackRunsNoTickTwiceAndHoldsNothingUp() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.ALLOW));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);

        test.advance(-HOUR.toMillis());
        for (int minute = 0; minute < 119; minute++) {
            one.turnAfter(Duration.ofMinutes(1));
            other.ticker().turn();
        }
        assertThat(groups()).containsExactly("report/" + NINE);
        one.turnAfter(Duration.ofMinutes(1));
        awaitOpen("report", Status.RUNNING, Status.RUNNING);
        assertThat(groups()).hasSize(2);
    }

    @Test
    void aLeaseFromBeforeTheClockWentBackEnds() {
        CountDownLatch never = new CountDownLatch(1);
        Clockwork dying = Clockwork.on(test, tick -> {
            block(never);
            return Stream.empty();
        });
        Clockwork healthy = Clockwork.on(test, tick -> Stream.of(JobRequest.of("a", 1)));
        dying.put(found("report", HOURLY));
        dying.turnAfter(HOUR);
        test.advance(-HOUR.toMillis());
        for (int turn = 0; turn < 40; turn++) {
            healthy.turnAfter(Duration.ofSeconds(2));
        }
        awaitOpen("report", Status.RUNNING);
        never.countDown();
    }

    @Test
    void aFailingSourceIsTriedAgainAndGivenUpAfterTenTimes() {
        AtomicInteger asked = new AtomicInteger();
        Clockwork failing = Clockwork.on(test, tick -> {
            asked.incrementAndGet();
            throw new IOException("no such\ndatabase");
        });
        failing.put(found("report", "0 9 * * *"));
        failing.turnAfter(HOUR);
        for (int attempt = 1; attempt < 10; attempt++) {
            int before = attempt;
            await().until(() -> open("report").stream().anyMatch(
                    tick -> tick.attempts() == before && tick.status() == Status.WAITING));
            assertThat(RecurringActions.troubles(test.queue())).hasSize(attempt < 3 ? 0 : 1);
            failing.turnAfter(Duration.ofMinutes(10));
        }
        await().until(() -> failing.state("report").open().isEmpty());

        assertThat(asked).hasValue(10);
        assertThat(failing.state("report").past()).singleElement()
                .satisfies(tick -> assertThat(tick.status()).isEqualTo(Status.NOT_SUBMITTED))
                .satisfies(tick -> assertThat(tick.note()).isEqualTo("no such\\ndatabase"));
        assertThat(RecurringActions.troubles(test.queue())).singleElement()
                .satisfies(trouble -> assertThat(trouble.code()).isEqualTo(Trouble.Code.NOT_SUBMITTED));
    }

    @Test
    void aJobOfASourceWithoutAnIdKeepsItsTimesAndItsMetadata() {
        Instant later = Instant.ofEpochMilli(TestQueue.START).plus(Duration.ofDays(1));
        Clockwork finding = Clockwork.on(test, tick -> Stream.of(
                JobRequest.of(1).with("tenant", "kr").runAt(later).expiresAt(later.plusSeconds(60))));
        finding.put(found("report", HOURLY));
        finding.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);

        assertThat(test.job("report/" + NINE + "#1"))
                .containsEntry("runAt", Long.toString(later.toEpochMilli()))
                .containsEntry("expiresAt", Long.toString(later.plusSeconds(60).toEpochMilli()))
                .hasEntrySatisfying("metadata", metadata -> assertThat(metadata).contains("tenant"));
    }

    @Test
    void aTickWithoutJobsHasNoRun() {
        one.put(found("report", HOURLY));
        one.turnAfter(HOUR);
        await().until(() -> !one.state("report").past().isEmpty());

        assertThat(one.state("report").past().getFirst().status()).isEqualTo(Status.EMPTY);
        assertThat(groups()).isEmpty();
    }

    @Test
    void ticksPassWhileItIsPausedAndAreNotMadeUpFor() {
        one.put(fixed("report", HOURLY, Missed.ONCE, Overlap.ALLOW));
        assertThat(one.actions().pause(one.queue(), "report", null, ANNA)).isTrue();
        assertThat(one.actions().pause(one.queue(), "report", null, ANNA)).isFalse();
        one.turnAfter(HOUR.multipliedBy(3));
        assertThat(groups()).isEmpty();

        assertThat(one.actions().resume(one.queue(), "report", ANNA)).isTrue();
        one.ticker().turn();
        assertThat(groups()).isEmpty();
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);
        assertThat(groups()).containsExactly("report/20270115T120000Z");
    }

    @Test
    void aQueuedTickPassesWithAPauseAndOnlyARunAtOnceBegins() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.QUEUE));
        one.turnAfter(HOUR);
        awaitOpen("report", Status.RUNNING);
        one.turnAfter(HOUR);
        assertThat(open("report")).extracting(Tick::status).containsExactly(Status.RUNNING, Status.WAITING);

        one.actions().pause(one.queue(), "report", null, ANNA);
        new TestWorker(test.queue()).completeAll();
        one.ticker().turn();
        other.turnAfter(HOUR);
        assertThat(open("report")).isEmpty();
        assertThat(one.state("report").past()).extracting(Tick::status)
                .containsExactly(Status.COMPLETED, Status.SKIPPED);
        assertThat(groups()).containsExactly("report/" + NINE);

        String manual = one.actions().run(one.queue(), "report", ANNA);
        one.ticker().turn();
        awaitOpen("report", Status.RUNNING);
        assertThat(groups()).containsExactlyInAnyOrder("report/" + NINE, manual);
    }

    @Test
    void aFailingSourceIsNotAskedAgainDuringAPauseAndHoldsUpNoRunAtOnce() {
        AtomicInteger asked = new AtomicInteger();
        Clockwork failing = Clockwork.on(test, tick -> {
            if (asked.incrementAndGet() == 1) {
                throw new IOException("no such database");
            }
            return Stream.of(JobRequest.of("a", 1));
        });
        RecurringAction found = found("report", HOURLY);
        failing.put(new RecurringAction(
                found.name(), found.origin(), found.cron(), found.zone(), "TEST", null, List.of(), "found",
                null, found.group(), found.missed(), Overlap.QUEUE));
        failing.turnAfter(HOUR);
        awaitOpen("report", Status.WAITING);
        await().until(() -> open("report").getFirst().attempts() == 1);

        failing.actions().pause(failing.queue(), "report", null, ANNA);
        failing.turnAfter(Duration.ofMinutes(10));
        assertThat(asked).hasValue(1);
        assertThat(new RedisRecords(test.redis()).due()).as("nothing to look at").isEmpty();
        failing.actions().run(failing.queue(), "report", ANNA);
        failing.ticker().turn();
        awaitOpen("report", Status.WAITING, Status.RUNNING);

        new TestWorker(test.queue()).completeAll();
        failing.actions().resume(failing.queue(), "report", ANNA);
        failing.ticker().turn();
        awaitOpen("report", Status.RUNNING);
        assertThat(groups()).contains("report/" + NINE);
    }

    @Test
    void aTickWhoseActionIsDeletedWhileItIsSubmittedGetsAllItsJobsAndIsSealed() {
        CountDownLatch goesOn = new CountDownLatch(1);
        Clockwork slow = slow(goesOn);
        slow.put(found("report", HOURLY));
        slow.turnAfter(HOUR);
        await().until(() -> test.meta("report/" + NINE).containsKey("totalJobs"));

        slow.actions().delete(slow.queue(), "report", ANNA);
        assertThat(slow.actions().all(slow.queue())).isEmpty();
        assertThatThrownBy(() -> slow.actions().delete(slow.queue(), "report", ANNA))
                .hasMessageContaining("UNKNOWN_RECURRING");
        slow.turnAfter(Duration.ofSeconds(15)); // its lease is to be extended
        goesOn.countDown();
        await().until(() -> test.meta("report/" + NINE).get("sealed").equals("1"));
        assertThat(test.meta("report/" + NINE)).containsEntry("totalJobs", "600");
        await().until(() -> {
            slow.turnAfter(HOUR);
            return test.contents().keySet().stream().noneMatch(key -> key.startsWith("recurring"));
        });
        assertThat(groups()).containsExactly("report/" + NINE);
        Accounting.prove(test);
    }

    @Test
    void aTickOfADeletedActionIsTakenOverWhenItsInstanceDies() {
        CountDownLatch never = new CountDownLatch(1);
        Clockwork dying = slow(never);
        dying.put(found("report", HOURLY));
        dying.turnAfter(HOUR);
        await().until(() -> test.meta("report/" + NINE).containsKey("totalJobs"));
        dying.actions().delete(dying.queue(), "report", ANNA);
        Clockwork healthy = Clockwork.on(test, tick -> Stream.iterate(1, i -> i + 1).limit(600)
                .map(i -> JobRequest.of("job-" + i, i)));

        healthy.turnAfter(Duration.ofSeconds(31));
        await().until(() -> test.meta("report/" + NINE).get("sealed").equals("1"));
        assertThat(test.meta("report/" + NINE)).containsEntry("totalJobs", "600");
        never.countDown();
    }

    @Test
    void oneThatIsWantedAgainWhileItIsBeingDeletedGoesOn() {
        CountDownLatch goesOn = new CountDownLatch(1);
        Clockwork slow = slow(goesOn);
        slow.put(found("report", HOURLY));
        slow.turnAfter(HOUR);
        await().until(() -> test.meta("report/" + NINE).containsKey("totalJobs"));
        slow.actions().delete(slow.queue(), "report", ANNA);

        assertThat(slow.put(found("report", HOURLY)).next()).isEqualTo(TestQueue.START + 2 * HOUR.toMillis());
        goesOn.countDown();
        awaitOpen("report", Status.RUNNING);
        assertThat(one.state("report").wasRemoved()).isFalse();
    }

    /** Its source is stuck when it has most of its jobs. */
    private Clockwork slow(CountDownLatch goesOn) {
        return Clockwork.on(test, tick -> Stream.iterate(1, i -> i + 1).limit(600).map(i -> {
            if (i == 500) {
                block(goesOn);
            }
            return JobRequest.of("job-" + i, i);
        }));
    }

    @Test
    void aRunAtOnceHasAGroupOfItsOwnAndLeavesTheNextTickAlone() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.ALLOW));
        String first = one.actions().run(one.queue(), "report", ANNA);
        String second = one.actions().run(one.queue(), "report", ANNA);
        one.ticker().turn();
        one.ticker().turn();
        awaitOpen("report", Status.RUNNING, Status.RUNNING);

        assertThat(groups()).containsExactlyInAnyOrder(first, second).doesNotHaveDuplicates();
        assertThat(first).isEqualTo("report/20270115T080000.000Z");
        assertThat(one.actions().get(one.queue(), "report").upcoming().getFirst()).isEqualTo("2027-01-15T09:00:00Z");
    }

    @Test
    void anEditCountsFromTheNextTickOnAndADeletedOneRunsNoMore() {
        one.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP));
        one.put(fixed("report", "30 * * * *", Missed.SKIP, Overlap.SKIP));
        assertThat(one.actions().get(one.queue(), "report").upcoming().getFirst()).isEqualTo("2027-01-15T08:30:00Z");

        one.actions().delete(one.queue(), "report", ANNA);
        one.turnAfter(HOUR);

        assertThat(one.actions().all(one.queue())).isEmpty();
        assertThat(groups()).isEmpty();
        assertThatThrownBy(() -> one.actions().get(one.queue(), "report")).hasMessageContaining("UNKNOWN_RECURRING");
    }

    @Test
    void oneFromSettingsIsRunOnlyByInstancesThatHaveItAndChangedOnlyBySettings() {
        Clockwork configured = configured(HOURLY);
        configured.ticker().turn();

        one.turnAfter(HOUR);
        assertThat(open("report")).extracting(Tick::status).containsExactly(Status.WAITING);
        configured.ticker().turn();
        awaitOpen("report", Status.RUNNING);
        assertThatThrownBy(() -> configured.put(fixed("report", HOURLY, Missed.SKIP, Overlap.SKIP)))
                .hasMessageContaining("RECURRING_IN_SETTINGS");
        one.actions().delete(one.queue(), "report", ANNA);
    }

    @Test
    void whatTheSettingsSayIsRegisteredAlsoIfTheFirstLookFails() {
        Clockwork configured = configured(HOURLY);
        byte[] states = test.redis().keys().recurringStates();
        test.redis().read(commands -> commands.set(states, new byte[0])); // answers with an error from now on
        catchThrowable(() -> configured.ticker().turn());

        test.redis().read(commands -> commands.del(states));
        configured.ticker().turn();

        assertThat(one.state("report").next()).isEqualTo(TestQueue.START + HOUR.toMillis());
    }

    @Test
    void whatTheSettingsChangeIsInTheAuditTrailOnce() {
        configured(HOURLY).ticker().turn();
        Clockwork next = configured("30 * * * *");
        next.ticker().turn();
        next.ticker().turn();
        configured("30 * * * *").ticker().turn(); // another instance with the same settings

        assertThat(one.audit().page(one.queue(), null, null, 10).entries())
                .extracting(entry -> entry.who() + " " + entry.action() + " " + entry.subject() + ": " + entry.detail())
                .containsExactly(
                        "bulk-action set recurring report: from settings: 30 * * * * UTC, TEST",
                        "bulk-action set recurring report: from settings: 0 * * * * UTC, TEST");
    }

    private Clockwork configured(String cron) {
        RecurringSettings settings = new RecurringSettings(
                test.queue().name().value(), cron, ZoneId.of("UTC"), "TEST", null, List.of(new FixedJob(null, "{}")),
                null, null, RecurringAction.DEFAULT_GROUP, Missed.SKIP, Overlap.SKIP);
        return Clockwork.on(test, Map.of("report", settings), tick -> Stream.empty(), Ticker.Timing.NORMAL);
    }

    @Test
    void aTickThatNobodyRunsIsReported() {
        one.put(found("report", HOURLY));
        QueueName name = one.queue();
        test.advance(HOUR.plusMinutes(2).toMillis());

        assertThat(one.actions().get(name, "report").trouble()).isNotNull()
                .satisfies(trouble -> assertThat(trouble.code()).isEqualTo(Trouble.Code.NO_INSTANCE));
    }

    @Test
    void whatCannotWorkIsRefusedWithItsField() {
        assertThatThrownBy(() -> one.put(fixed("report", "0 0 30 2 *", Missed.SKIP, Overlap.SKIP)))
                .hasMessageContaining("INVALID_RECURRING [cron, names a time that never comes]");
        assertThatThrownBy(() -> one.put(fixed("report", "often", Missed.SKIP, Overlap.SKIP)))
                .hasMessageContaining("INVALID_RECURRING [cron,");
        assertThatThrownBy(() -> one.put(fixed("re/port", HOURLY, Missed.SKIP, Overlap.SKIP)))
                .hasMessageContaining("INVALID_RECURRING [name,");
        RecurringAction good = found("report", HOURLY);
        assertThatThrownBy(() -> one.put(new RecurringAction(
                good.name(), good.origin(), good.cron(), "Mars/Base", "TEST", null, List.of(), "found", null,
                good.group(), good.missed(), good.overlap()))).hasMessageContaining("INVALID_RECURRING [zone,");
        assertThatThrownBy(() -> one.put(new RecurringAction(
                good.name(), good.origin(), good.cron(), "UTC", "TEST", null, List.of(), null, "http://10.0.0.1/jobs",
                good.group(), good.missed(), good.overlap()))).hasMessageContaining("INVALID_RECURRING [url,");
        assertThatThrownBy(() -> one.put(new RecurringAction(
                good.name(), good.origin(), good.cron(), "UTC", "TEST", null, List.of(), "found", null,
                "always-the-same", good.missed(), good.overlap()))).hasMessageContaining("INVALID_RECURRING [group,");
        assertThat(one.actions().all(one.queue())).isEmpty();
    }

    private List<Tick> open(String name) {
        return one.state(name).open();
    }

    private void awaitOpen(String name, Status... statuses) {
        await().untilAsserted(() -> assertThat(open(name)).extracting(Tick::status).containsExactly(statuses));
    }

    private List<String> groups() {
        return test.contents().keySet().stream().filter(key -> key.endsWith(":meta") && key.contains("group:"))
                .map(key -> key.substring(key.indexOf("group:") + 6, key.length() - ":meta".length())).toList();
    }

    private static void block(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
