package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.EnqueueBatch.Given;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.operate.sending.Calendar;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.spi.AlertType;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What waits by plan sets off no alert. The window {@code nights} opens in the evening. */
class HeldJobsIT {

    private static final GroupLimits NIGHTS = new GroupLimits(null, null, null, "nights");

    private final TestQueue test = TestQueue.with("alerts.waiting-exceeds", "5");

    HeldJobsIT() {
        Calendar.of(test).put("nights", "20:00-06:00", "UTC");
        test.queue().home().instances()
                .beat(new Instance.Info("worker-1", 1, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
    }

    @Test
    void jobsThatWaitForTheirWindowTheirTimeOrAPersonDoNotCount() {
        enqueue("a", 10, Given.NOTHING.with(NIGHTS));
        enqueue("b", 10, Given.NOTHING.startingAt(Instant.ofEpochMilli(test.now() + 60_000)));
        enqueue("c", 10, Given.NOTHING);
        Groups.of(test.queue()).pause(new GroupId("c"), "look", "anna");
        enqueue("t/d", 10, Given.NOTHING);
        Tenants.of(test.queue()).limit(new TenantId("t"), NIGHTS);
        assertThat(HeldJobs.of(test.queue())).isEqualTo(40);
        assertThat(causes()).isEmpty();

        enqueue("e", 5, Given.NOTHING);
        assertThat(causes()).isEmpty();
        enqueue("f", 1, Given.NOTHING);
        assertThat(causes()).containsExactly(AlertType.QUEUE_WAITING_EXCEEDED);
    }

    @Test
    void aQueueOutsideItsWindowIsSilentHoweverMuchWaitsAndHoweverLong() {
        QueueControl.of(test.queue()).tune(new RuntimeLimits(null, null, null, "nights"));
        enqueue("a", 100, Given.NOTHING);
        assertThat(causes()).isEmpty();
        test.advance(Duration.ofHours(11).toMillis());
        test.queue().home().instances()
                .beat(new Instance.Info("worker-1", 0, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
        assertThat(causes()).isEmpty();
        test.advance(Duration.ofHours(1).toMillis());
        assertThat(causes()).contains(AlertType.QUEUE_STUCK, AlertType.QUEUE_WAITING_EXCEEDED);
    }

    private void enqueue(String group, int jobs, Given given) {
        List<String> ids = IntStream.range(0, jobs).mapToObj(i -> group.replace('/', '-') + i).toList();
        test.enqueue(TestQueue.batch(group, null, true, ids).with(given));
    }

    private List<AlertType> causes() {
        return AlertRules.causes(
                test.queue(), QueueControl.of(test.queue()).survey(), Set.of(), lost -> false).stream()
                .map(AlertCause::type).toList();
    }
}
