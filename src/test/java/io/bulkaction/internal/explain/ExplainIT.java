package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.State;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExplainIT {

    private TestQueue test = TestQueue.with();

    @Test
    void aQueueThatCannotMakeProgressIsStuckAndSaysWhy() {
        assertThat(queue()).as("nobody works on it").extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.NO_WORKERS, State.STUCK);
        assertThat(queue().sentence()).isEqualTo("No workers: no instance is alive.");
        workers(0);
        assertThat(queue().sentence()).isEqualTo("No workers: one instance is alive, and it has none.");
        workers(2);
        assertThat(queue()).extracting(Explanation::code, Explanation::state).containsExactly(Code.IDLE, State.DONE);

        QueueControl.of(test.queue()).pause("maintenance", "anna");
        assertThat(queue()).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.QUEUE_PAUSED, State.STUCK);
        assertThat(queue().since()).isEqualTo(Instant.ofEpochMilli(test.now()));
        assertThat(queue().sentence())
                .isEqualTo("The queue has been paused since 08:00:00 UTC by anna: maintenance.");
    }

    @Test
    void aGroupAndATenantAreNotToldWhichProcessorsOthersWaitFor() {
        workers(2);
        test.enqueue(new EnqueueBatch(
                new GroupId("acme/a"), "MINE", true, EnqueueBatch.Given.NOTHING, null,
                TestQueue.batch("acme/a", null, true, List.of("1")).jobs()));
        test.enqueue(new EnqueueBatch(
                new GroupId("b"), "THEIRS", true, EnqueueBatch.Given.NOTHING, null,
                TestQueue.batch("b", null, true, List.of("1")).jobs()));
        test.queue().foreign().met("MINE");
        test.queue().foreign().met("THEIRS");
        test.fetch(10);
        test.claim(10);
        test.fetch(10);

        assertThat(queue().sentence()).contains("MINE", "THEIRS");
        assertThat(group("acme/a").sentence())
                .isEqualTo("No live instance has a processor MINE: deploy one, or cancel the jobs.");
        assertThat(tenant("acme").code()).isEqualTo(Code.UNKNOWN_PROCESSOR);
        assertThat(List.of(group("acme/a"), tenant("acme"))).allSatisfy(
                each -> assertThat(each.toString()).doesNotContain("THEIRS"));
    }

    @Test
    void aQueueThatAFailurePausedNamesTheJobAndItsError() {
        test = TestQueue.with("on-final-failure", "pause");
        workers(2);
        test.enqueue("project-7", "nas-3");
        test.fetch(1);
        test.fail(test.claimOne());

        assertThat(queue().sentence())
                .isEqualTo("The queue has been paused since 08:00:00 UTC because project-7#nas-3 failed: E no.");
        assertThat(group("project-7").code()).as("it has ended all the same").isEqualTo(Code.FINISHED);
    }

    @Test
    void aQueueInWhichForLongNothingStartsOrEndsHasStalled() {
        workers(2);
        test.enqueue("a", "a-1", "a-2");
        test.fetch(2);
        assertThat(queue().code()).isEqualTo(Code.RUNNING);

        test.advance(Duration.ofMinutes(2).toMillis());
        workers(2);
        assertThat(queue()).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.STALLED, State.STUCK);
        assertThat(group("a").code()).isEqualTo(Code.STALLED);

        test.claimOne();
        assertThat(queue().code()).isEqualTo(Code.RUNNING);
    }

    /** Its jobs never come to Ready: whatever keeps the fetchers from working, they wait in their groups. */
    @Test
    void aQueueWhoseFetchersAllFailHasStalled() {
        workers(2);
        test.enqueue("a", "a-1");
        test.enqueue("acme/june", "a-2");
        assertThat(queue().code()).isEqualTo(Code.RUNNING);

        test.advance(Duration.ofMinutes(2).toMillis());
        workers(2);

        assertThat(queue()).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.STALLED, State.STUCK);
        assertThat(queue().sentence())
                .isEqualTo("No job has started or ended since 08:00:00 UTC, although 2 workers are"
                        + " there and 2 jobs wait.");
        assertThat(group("acme/june").code()).isEqualTo(Code.STALLED);
        test.fetch(2);
        test.complete(test.claim(2));
        assertThat(queue().code()).isEqualTo(Code.IDLE);
    }

    @Test
    void aQueueWhoseClaimsAreAllUndoneHasStalled() {
        workers(2);
        test.enqueue("a", "a-1");
        test.fetch(1);
        test.release(test.claimOne(), false);

        test.advance(Duration.ofMinutes(2).toMillis());
        workers(2);

        assertThat(queue().code()).isEqualTo(Code.STALLED);
    }

    @Test
    void aQueueIsNotStalledBecauseItsWorkIsNew() {
        workers(2);
        test.advance(Duration.ofHours(2).toMillis());
        workers(2);
        test.enqueue("a", "a-1");

        assertThat(queue().code()).isEqualTo(Code.RUNNING);
    }

    @Test
    void aQueueIsNotStalledWhileALongJobOfItsProcessorMayRun() {
        Instance.Info patient = new Instance.Info("worker-1", 1, "1", "host", Instant.ofEpochMilli(TestQueue.START),
                List.of("NAS_SYNC"), Duration.ofHours(2));
        test.queue().home().instances().beat(patient);
        test.enqueue("a", "a-1", "a-2");
        test.fetch(2);
        test.claimOne();

        test.advance(Duration.ofHours(1).toMillis());
        test.queue().home().instances().beat(patient);
        assertThat(queue().code()).isEqualTo(Code.WORKERS_BUSY);

        test.advance(Duration.ofHours(2).toMillis());
        test.queue().home().instances().beat(patient);
        assertThat(queue().code()).isEqualTo(Code.STALLED);
    }

    @Test
    void aDeadPartitionIsSeenAlsoWhileTheOthersWork() {
        test = TestQueue.with("partitions", "2");
        String first = groupOf(0);
        String second = groupOf(1);
        workers(2);
        test.enqueue(first, ids("f", 3));
        test.enqueue(second, ids("s", 3));

        test.advance(Duration.ofMinutes(2).toMillis());
        workers(2);
        test.fetch(2); // only in the home partition
        test.complete(test.claimOne());

        assertThat(queue()).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.STALLED, State.STUCK);
        assertThat(queue().sentence()).isEqualTo("In one partition jobs wait and none has started or ended since"
                + " 08:00:00 UTC, although workers are free.");
        assertThat(group(second).code()).isEqualTo(Code.STALLED);
        assertThat(group(first).code()).isEqualTo(Code.RUNNING);
    }

    @Test
    void aQueueWhoseGroupsAreAllPausedIsStuck() {
        workers(2);
        test.enqueue("a", "a-1");
        test.enqueue("b", "b-1");
        Groups groups = Groups.of(test.queue());
        groups.pause(new GroupId("a"), "asked", "anna");
        assertThat(queue().code()).isEqualTo(Code.RUNNING);
        groups.pause(new GroupId("b"), "asked", "anna");

        assertThat(queue()).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.GROUP_PAUSED, State.STUCK);
        assertThat(queue().sentence()).isEqualTo("All work is paused: 2 groups.");
        assertThat(group("a").sentence())
                .isEqualTo("The group has been paused since 08:00:00 UTC by anna: asked.");
        test.enqueue("later", ids("l", 2));
        Groups.of(test.queue()).limit(new GroupId("later"), new GroupLimits(1.0, null));
        test.fetch(2);
        test.complete(test.claim(2));
        assertThat(queue().code()).as("one of them goes on").isEqualTo(Code.GROUPS_PARKED);
        assertThat(queue().sentence()).startsWith("All 1 groups with work wait");
    }

    @Test
    void aGroupThatIsPausedSaysSoAlsoWhenOnlyRetriesOrLaterJobsAreLeft() {
        workers(2);
        test.enqueue("a", "a-1");
        test.enqueue("acme/june", "j-1");
        test.fetch(2);
        test.claim(2).forEach(job -> test.retry(job, Duration.ofSeconds(7)));
        assertThat(group("a").code()).isEqualTo(Code.RETRY);

        Groups.of(test.queue()).pause(new GroupId("a"), "asked", "anna");
        Tenants.of(test.queue()).pause(new TenantId("acme"), "unpaid", "anna");

        assertThat(group("a").code()).isEqualTo(Code.GROUP_PAUSED);
        assertThat(group("acme/june").code()).isEqualTo(Code.TENANT_PAUSED);
    }

    @Test
    void aTenantThatRunsAsManyJobsAsItMaySaysSo() {
        workers(4);
        test.enqueue("acme/june", ids("a", 4));
        Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits(null, 1));
        test.fetch(4);
        test.claimOne();
        test.fetch(4);

        assertThat(tenant("acme")).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.TENANT_CONCURRENCY, State.WAITS);
        assertThat(group("acme/june").sentence()).isEqualTo("Tenant acme runs 1 jobs, as many as it may at once.");
    }

    @Test
    void aQueueWaitsForALimiterThatOthersUseUp() {
        test = TestQueue.with("backpressure.limiter", "partner-" + UUID.randomUUID());
        workers(4);
        test.enqueue("a", ids("a", 4));
        assertThat(queue().code()).isEqualTo(Code.RUNNING);
        assertThat(test.queue().tokens().upTo(100)).isEqualTo(10);

        assertThat(queue().code()).isEqualTo(Code.QUEUE_LIMITER);
        assertThat(queue().sentence()).startsWith("Limited to 10 starts per second by the limiter partner-")
                .endsWith(", which other queues use too; 4 jobs wait.");
        assertThat(group("a").code()).isEqualTo(Code.QUEUE_LIMITER);
        test.advance(3_000);
        workers(4);
        assertThat(queue().code()).isEqualTo(Code.RUNNING);
    }

    @Test
    void aGroupThatWaitsForItsTurnKnowsWhoIsAheadAndWhenItStarts() {
        workers(2);
        test.enqueue("urgent", PriorityLevel.HIGH, ids("u", 30));
        test.enqueue("first", ids("f", 100));
        test.enqueue("last", "l-1", "l-2");
        test.fetch(10);
        test.complete(test.claim(10));

        Explanation last = group("last");

        assertThat(last.code()).isEqualTo(Code.TURN);
        assertThat(last.groupsAhead()).isEqualTo(1);
        assertThat(last.jobsAhead()).as("20 urgent ones and a turn of the first").isEqualTo(21);
        assertThat(last.start().earliest()).isBefore(last.start().likely());
        assertThat(last.start().latest()).isAfter(last.start().likely());
        assertThat(last.end().likely()).isAfter(last.start().likely());
        assertThat(last.sentence())
                .startsWith("Waits for its turn: one group and about 21 jobs are ahead; starts in about");
        assertThat(Explainer.in(Locale.KOREA, last).sentence()).startsWith("차례를 기다립니다: 앞에 그룹 1개");
    }

    @Test
    void aGroupThatRunsKnowsWhenItIsDone() {
        workers(4);
        test.enqueue("a", ids("a", 100));
        test.fetch(20);
        test.complete(test.claim(10));
        test.claim(4);
        test.advance(1_000);

        Explanation running = group("a");

        assertThat(running.code()).isEqualTo(Code.RUNNING);
        assertThat(running.jobsPerSecond()).isEqualTo(10);
        assertThat(running.end().likely()).isEqualTo(Instant.ofEpochMilli(test.now()).plusSeconds(9));
        assertThat(running.sentence()).isEqualTo("4 jobs run, 86 wait, 10 end per second; done in about 9 s.");
    }

    @Test
    void aQueueInWhichNothingEndsHasNoRateAfterTenSeconds() {
        workers(4);
        test.enqueue("a", ids("a", 400));
        test.fetch(360);
        test.complete(test.claim(360));
        assertThat(queue().jobsPerSecond()).isPositive();

        test.advance(11_000);

        assertThat(queue().jobsPerSecond()).isZero();
        assertThat(group("a").jobsPerSecond()).isZero();
        assertThat(queue().end()).isNull();
    }

    @Test
    void aGroupWhoseRateIsLowIsDoneAtThatRate() {
        workers(4);
        test.enqueue("slow", ids("s", 5));
        Groups.of(test.queue()).limit(new GroupId("slow"), new GroupLimits(0.01, null));
        test.fetch(10);
        test.complete(test.claim(5));
        test.advance(60_000);
        workers(4);

        assertThat(group("slow").code()).isEqualTo(Code.GROUP_RATE);
        assertThat(group("slow").jobsPerSecond()).isZero();
        assertThat(group("slow").end().likely()).isEqualTo(Instant.ofEpochMilli(test.now()).plusSeconds(400));
    }

    @Test
    void aGroupIsExplainedByWhatItWaitsFor() {
        workers(4);
        test.enqueue("slow", ids("s", 5));
        Groups.of(test.queue()).limit(new GroupId("slow"), new GroupLimits(1.0, null));
        test.fetch(10);
        test.complete(test.claim(5));
        assertThat(group("slow").code()).isEqualTo(Code.GROUP_RATE);
        assertThat(group("slow").sentence()).contains("Limited by maxRps 1 of the group").contains("08:00:01 UTC");

        test.enqueue("told", "t-1", "t-2");
        test.fetch(10);
        List<ClaimedJob> told = test.claim(10);
        test.throttle(told.getFirst(), Duration.ofSeconds(42));
        assertThat(group("told").code()).as("one of its jobs still runs").isEqualTo(Code.THROTTLED);
        assertThat(group("told").sentence()).isEqualTo("Throttled by the other side until 08:00:42 UTC.");

        test.enqueue("open", "o-1");
        test.enqueue(TestQueue.batch("open", null, false, List.of("o-2")));
        test.fetch(10);
        test.complete(test.claim(10));
        assertThat(group("open").code()).isEqualTo(Code.NOT_SEALED);
        assertThat(group("open").sentence())
                .isEqualTo("Not sealed: all 2 jobs so far are done, and it waits for more.");

        test.enqueue("flaky", "x-1");
        test.fetch(10);
        test.retry(test.claimOne(), Duration.ofSeconds(7));
        assertThat(group("flaky").code()).isEqualTo(Code.RETRY);
        assertThat(group("flaky").until()).isEqualTo(Instant.ofEpochMilli(test.now() + 7_000));
    }

    @Test
    void aGroupAtItsOwnConcurrencyLimitSaysSo() {
        workers(4);
        test.enqueue("two", ids("t", 5));
        Groups.of(test.queue()).limit(new GroupId("two"), new GroupLimits(null, 2));
        test.fetch(10);
        test.claim(2);

        assertThat(group("two").code()).isEqualTo(Code.CONCURRENCY);
        assertThat(group("two").sentence()).isEqualTo("Runs 2 jobs, as many as the group may at once.");
    }

    @Test
    void aTenantIsExplainedAsAWhole() {
        workers(4);
        test.enqueue("acme/june", "j-1");
        test.enqueue("acme/july", "j-2");
        assertThat(tenant("acme").code()).isEqualTo(Code.TURN);

        Tenants.of(test.queue()).pause(new TenantId("acme"), "unpaid", "anna");
        assertThat(tenant("acme")).extracting(Explanation::code, Explanation::state)
                .containsExactly(Code.TENANT_PAUSED, State.STUCK);
        assertThat(group("acme/june").sentence())
                .isEqualTo("Tenant acme has been paused since 08:00:00 UTC by anna: unpaid.");
        assertThat(queue().code()).as("there is nothing else").isEqualTo(Code.TENANT_PAUSED);

        test.enqueue("other", "o-1");
        assertThat(queue().code()).isEqualTo(Code.RUNNING);
    }

    @Test
    void aJobIsExplainedWhereverItIs() {
        workers(4);
        test.enqueue("a", ids("a", 10));
        assertThat(job("a-7").code()).isEqualTo(Code.TURN);
        assertThat(job("a-7").details()).containsEntry("before", 7L);

        test.fetch(4);
        assertThat(job("a-0").code()).isEqualTo(Code.READY);
        List<ClaimedJob> jobs = test.claim(4);
        assertThat(job("a-0").code()).isEqualTo(Code.RUNNING);
        assertThat(job("a-0").sentence()).isEqualTo("Has been running since 08:00:00 UTC on worker-1, attempt 1.");
        assertThat(job("a-7").details()).containsEntry("before", 3L);

        test.complete(jobs.get(0));
        test.retry(jobs.get(1), Duration.ofSeconds(7));
        test.fail(jobs.get(2));
        assertThat(job("a-0").sentence()).isEqualTo("Ended at 08:00:00 UTC as COMPLETED.");
        assertThat(job("a-1").sentence()).isEqualTo("Waits for attempt 2 at 08:00:07 UTC after E no.");
        assertThat(job("a-2").sentence()).isEqualTo("Failed for good with E no: waits for a person.");
    }

    /** Nobody knows then which groups are ahead of it. */
    @Test
    void aJobThatIsNextInAGroupThatHasNoPlaceInItsLevelIsExplainedToo() {
        workers(4);
        test.enqueue("acme/june", ids("a", 4));
        Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits(null, 1));
        test.fetch(4);
        test.claimOne();
        test.fetch(4);

        assertThat(job("a-1").sentence()).isEqualTo("Tenant acme runs 1 jobs, as many as it may at once.");
    }

    @Test
    void aJobThatWasThrottledAndHasNoErrorIsExplainedToo() {
        workers(4);
        test.enqueue("told", "t-1");
        test.fetch(4);
        test.throttle(test.claimOne(), Duration.ofSeconds(42));

        assertThat(job("t-1").sentence()).contains("08:00:42 UTC");
    }

    @Test
    void theSharesOfOneMomentAddUpToOne() {
        test.enqueue("a", ids("a", 50));
        test.enqueue("b", ids("b", 50));
        test.enqueue("c", ids("c", 50));
        for (int i = 0; i < 12; i++) {
            test.fetch(7);
            test.complete(test.claim(7));
            test.advance(700);
        }
        double all = Groups.of(test.queue())
                .states(List.of(new GroupId("a"), new GroupId("b"), new GroupId("c"))).stream()
                .mapToDouble(group -> group.share())
                .sum();
        assertThat(all).isCloseTo(1, org.assertj.core.data.Offset.offset(0.00001));
    }

    private void workers(int count) {
        new ExplainedQueue(test).workers(count);
    }

    private Explanation queue() {
        return new ExplainedQueue(test).queue();
    }

    private Explanation group(String id) {
        return new ExplainedQueue(test).group(id);
    }

    private Explanation tenant(String id) {
        return new ExplainedQueue(test).tenant(id);
    }

    private Explanation job(String id) {
        return new ExplainedQueue(test).job(id);
    }

    private String groupOf(int partition) {
        return IntStream.range(0, 100).mapToObj(i -> "group-" + i)
                .filter(id -> test.queue().of(new GroupId(id)).equals(test.queue().partitions().get(partition)))
                .findFirst()
                .orElseThrow();
    }

    private static String[] ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toArray(String[]::new);
    }
}
