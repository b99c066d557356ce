package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.State;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.EnqueueBatch.Entry;
import io.bulkaction.internal.flow.EnqueueBatch.Given;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.operate.sending.Calendar;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Outside a sending window everybody is told until when. It is 17:00 in Seoul; the window opens at eight in the morning. */
class ExplainWindowsIT {

    private static final Instant OPENS = Instant.parse("2027-01-15T23:00:00Z");
    private static final GroupLimits MORNINGS = new GroupLimits(null, null, null, "mornings");

    private final TestQueue test = TestQueue.with();
    private final ExplainedQueue explained = new ExplainedQueue(test);

    ExplainWindowsIT() {
        Calendar.of(test).put("mornings", "08:00-12:00", "Asia/Seoul");
        explained.workers(1);
    }

    @Test
    void aGroupAndItsJobsSayTheHourOfTheClockOnTheWallThere() {
        enqueue("a", new Entry(new JobId("1"), "{}"));

        for (Explanation why : List.of(explained.group("a"), explained.job("1"))) {
            assertThat(why.code()).isEqualTo(Code.SENDING_WINDOW);
            assertThat(why.state()).isEqualTo(State.WAITS);
            assertThat(why.until()).isEqualTo(OPENS);
            assertThat(why.sentence())
                    .isEqualTo("Outside its sending window mornings until 2027-01-16 08:00 (Asia/Seoul).");
            assertThat(Explainer.in(Locale.KOREAN, why).sentence())
                    .isEqualTo("발송 시간대 mornings 밖이므로 2027-01-16 08:00 (Asia/Seoul)까지 기다립니다.");
        }
    }

    @Test
    void aTenantSaysItForAllItsGroups() {
        test.enqueue("t/a", "1");
        Tenants.of(test.queue()).limit(new TenantId("t"), MORNINGS);

        for (Explanation why : List.of(explained.tenant("t"), explained.group("t/a"), explained.job("1"))) {
            assertThat(why.code()).isEqualTo(Code.SENDING_WINDOW);
            assertThat(why.sentence())
                    .isEqualTo("Tenant t is outside its sending window mornings until 2027-01-16 08:00 (Asia/Seoul).");
        }
        assertThat(explained.queue().state()).as("nothing is wrong with the queue").isEqualTo(State.WAITS);
    }

    @Test
    void aQueueSaysItForAllThatIsInItAlsoWithoutWorkers() {
        QueueControl.of(test.queue()).tune(new RuntimeLimits(null, null, null, "mornings"));
        assertThat(explained.queue().code()).as("with nothing to do").isEqualTo(Code.IDLE);
        test.enqueue("t/a", "1");
        explained.workers(0);

        for (Explanation why : List.of(
                explained.queue(), explained.tenant("t"), explained.group("t/a"), explained.job("1"))) {
            assertThat(why.code()).isEqualTo(Code.SENDING_WINDOW);
            assertThat(why.until()).isEqualTo(OPENS);
            assertThat(why.sentence()).isEqualTo(
                    "The queue is outside its sending window mornings until 2027-01-16 08:00 (Asia/Seoul).");
        }
    }

    @Test
    void aQueueThatHasJustOpenedIsNotStuckBecauseNothingHasMovedAllNight() {
        QueueControl.of(test.queue()).tune(new RuntimeLimits(null, null, null, "mornings"));
        test.enqueue("a", "1");
        test.advance(Duration.between(Instant.ofEpochMilli(test.now()), OPENS).toMillis());
        explained.workers(1);
        test.fetch(1);

        assertThat(explained.queue().code()).isEqualTo(Code.RUNNING);
    }

    @Test
    void aRetryAndAScheduledJobWaitForTheMorningWhateverTheirOwnTimeIs() {
        test.enqueue("a", "retried");
        test.fetch(1);
        test.retry(test.claimOne(), Duration.ofMinutes(1));
        Groups.of(test.queue()).limit(new GroupId("a"), MORNINGS);
        Groups.of(test.queue()).pause(new GroupId("a"), "now", "anna");
        Groups.of(test.queue()).resume(new GroupId("a"));
        enqueue("b", new Entry(new JobId("soon"), "{}", "runAt " + (test.now() + 60_000)));

        assertThat(explained.job("retried").code()).isEqualTo(Code.SENDING_WINDOW);
        assertThat(explained.job("soon").code()).isEqualTo(Code.SENDING_WINDOW);
        assertThat(explained.group("b").until()).isEqualTo(OPENS);
    }

    @Test
    void aGroupWithNothingToStartIsNotSaidToWaitForItsWindow() {
        test.enqueue(TestQueue.batch("a", null, false, List.of("1")));
        test.fetch(1);
        test.complete(test.claimOne());
        Groups.of(test.queue()).limit(new GroupId("a"), MORNINGS);

        assertThat(explained.group("a").code()).isEqualTo(Code.NOT_SEALED);
    }

    private void enqueue(String group, Entry job) {
        test.enqueue(new EnqueueBatch(
                new GroupId(group), "TEST", true, Given.NOTHING.with(MORNINGS), null, List.of(job)));
    }
}
