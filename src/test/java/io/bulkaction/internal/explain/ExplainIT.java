package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.State;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** None of the groups ahead of it are known then, nor jobs of its group that come first. */
    @Test
    void aJobThatIsNextInAGroupThatHasNoPlaceInItsLevelIsExplainedToo() {
        workers(4);
        test.enqueue("acme/june", ids("a", 4));
        Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits(null, 1));
        test.fetch(4);
        test.claimOne();
        test.fetch(4);

        assertThat(job("a-1").sentence()).startsWith("Waits for its turn");
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
        test.queue().home().instances().beat(new Instance.Info(
                "worker-1", count, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
    }

    private Explainer explainer() {
        Queues queues = new Queues(Map.of(name(), test.queue()));
        return new Explainer(queues, new GroupService(queues, new ResultAggregators(List.of())));
    }

    private QueueName name() {
        return test.queue().name();
    }

    private Explanation queue() {
        return said(explainer().queue(name()));
    }

    private Explanation group(String id) {
        return said(explainer().group(name(), new GroupId(id)).orElseThrow());
    }

    private Explanation tenant(String id) {
        return said(explainer().tenant(name(), new TenantId(id)).orElseThrow());
    }

    private Explanation job(String id) {
        return said(explainer().job(name(), test.name(id)).orElseThrow());
    }

    /** No sentence has a gap, in no language. */
    private static Explanation said(Explanation given) {
        assertThat(given.sentence() + Explainer.in(Locale.KOREA, given).sentence()).doesNotContain("?", "null");
        return given;
    }

    private static String[] ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toArray(String[]::new);
    }
}
