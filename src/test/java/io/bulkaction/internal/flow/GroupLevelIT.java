package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.Timing;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups that a person moves to another level while they wait. */
class GroupLevelIT {

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void aWaitingGroupIsServedOnItsNewLevelFromThenOn(String group) {
        test.enqueue("early", "e1", "e2");
        test.enqueue(group, "1", "2");

        assertThat(move(group, PriorityLevel.HIGH).changed()).isTrue();
        assertThat(move(group, PriorityLevel.HIGH).changed()).isFalse();
        assertThat(groups.limits(new GroupId(group)).orElseThrow().level()).isEqualTo(PriorityLevel.HIGH);
        assertThat(test.contents()).containsKey("fair-queue:high");
        test.fetch(2);
        assertThat(test.ready()).containsExactly("1", "2");

        move(group, PriorityLevel.LOW);
        test.enqueue(group, "3");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1", "2", "e1", "e2", "3");
    }

    @Test
    void itHasWaitedForAsLongAsOnItsOldLevel() {
        test.enqueue("old", "o1");
        test.advance(1_000);
        test.enqueue(TestQueue.batch("high", null, true, List.of("h1")).with(
                new EnqueueBatch.Given(PriorityLevel.HIGH, null, GroupLimits.KEEP, null, null)));
        move("old", PriorityLevel.HIGH);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("o1", "h1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void itsJobsThatCameBackOrAreScheduledGoWithIt(String group) {
        test.enqueue(group, "1");
        test.fetch(10);
        new TestWorker(test.queue()).retry(test.claimOne(), Duration.ofSeconds(1));
        test.advance(1_000);
        test.dispatch(10);
        test.enqueue(EnqueueBatch.of(new GroupId(group), "TEST", List.of(EnqueueBatch.Entry.of(
                new JobId("2"), "{}", new Timing(null, Duration.ofHours(1))))));
        test.enqueue("other", "o1");

        move(group, PriorityLevel.LOW);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("o1", "1");
        move(group, PriorityLevel.HIGH);
        test.enqueue("other", "o2");
        test.advance(Duration.ofHours(1).toMillis());
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("o1", "1", "2", "o2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void aHeldGroupGoesOnWhereItWasMovedTo(String group) {
        test.enqueue(group, "1");
        groups.pause(new GroupId(group), "r", "anna");
        move(group, PriorityLevel.HIGH);
        test.enqueue("other", "o1");
        assertThat(test.contents()).doesNotContainKey("fair-queue:high");
        groups.resume(new GroupId(group));
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1", "o1");
    }

    @Test
    void aGroupWithoutWaitingJobsKeepsItsLevelForItsNextRun() {
        test.enqueue("a", "1");
        test.fetch(10);
        ClaimedJob job = test.claimOne();
        move("a", PriorityLevel.HIGH);
        test.complete(job);
        assertThat(test.contents()).doesNotContainKeys("fair-queue:high", "fair-queue:normal");
        test.enqueue("other", "o1");
        test.enqueue("a", "2");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("2", "o1");
        assertThat(groups.limit(new GroupId("nobody"), GroupLimits.KEEP, PriorityLevel.HIGH, false)).isEmpty();
    }

    private Groups.Limited move(String group, PriorityLevel level) {
        return groups.limit(new GroupId(group), GroupLimits.KEEP, level, false).orElseThrow();
    }
}
