package io.bulkaction.internal.operate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.TestQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueHistoryIT {

    private final TestQueue test = TestQueue.with();
    private final QueueName name = test.queue().name();
    private final Queues queues = new Queues(Map.of(name, test.queue()));
    private final BulkActionMetrics metrics = new BulkActionMetrics(new SimpleMeterRegistry());
    private final QueueHistory history = new QueueHistory(queues, queues.all(), metrics::queue);

    @Test
    void samplesShowTheQueueAsItWasToEveryInstance() {
        QueueHistory other =
                new QueueHistory(queues, queues.all(), new BulkActionMetrics(new SimpleMeterRegistry())::queue);
        history.look();
        test.enqueue("a", "a-1", "a-2", "a-3");
        test.fetch(2);
        test.complete(test.claimOne());
        other.look(); // in the same step: it is not a second sample
        test.advance(10_000);
        metrics.queue(name).waited(Duration.ofMillis(9));
        history.look();

        assertThat(other.of(name, Span.TEN_MINUTES)).extracting(QueueSample::waiting).containsExactly(0L, 2L);
        QueueSample last = other.of(name, Span.TEN_MINUTES).getLast();
        assertThat(last.completed()).isEqualTo(1);
        assertThat(last.at().toEpochMilli()).isEqualTo(test.now());
        assertThat(last.waits().jobs()).isEqualTo(1);
    }

    @Test
    void olderTimesAreKeptMoreCoarselyAndTheNumberOfSamplesIsBounded() {
        for (int i = 0; i < 3 * 360; i++) {
            test.advance(10_000);
            history.look();
        }
        assertThat(history.of(name, Span.TEN_MINUTES)).hasSize(60);
        assertThat(history.of(name, Span.TEN_MINUTES).getLast().at().toEpochMilli()).isEqualTo(test.now());
        assertThat(history.of(name, Span.HOUR)).hasSize(60);
        assertThat(history.of(name, Span.DAY)).hasSize(19);
        assertThat(history.of(name, Span.WEEK)).hasSize(4);
        assertThat(test.redis().<Long>read(commands -> commands.hlen(test.redis().keys().history())))
                .isEqualTo(60 + 60 + 19 + 4);
    }

    @Test
    void pausesResumesAndStartsAreMarkedOnce() {
        test.queue().home().instances().beat(
                new Instance.Info("worker-1", 2, "1.1", "host", Instant.ofEpochMilli(test.now())));
        QueueControl.of(test.queue()).pause("maintenance", "anna");
        history.look();
        test.advance(20_000);
        history.look();
        QueueControl.of(test.queue()).resume();
        test.advance(10_000);
        history.look();

        assertThat(history.marks(name, Span.HOUR)).containsExactlyInAnyOrder(
                new Mark(Instant.ofEpochMilli(TestQueue.START), Mark.Kind.START, "worker-1 1.1"),
                new Mark(Instant.ofEpochMilli(TestQueue.START), Mark.Kind.PAUSE, "anna: maintenance"),
                new Mark(Instant.ofEpochMilli(TestQueue.START + 20_000), Mark.Kind.RESUME, ""));
        test.advance(Duration.ofDays(8).toMillis());
        assertThat(history.marks(name, Span.WEEK)).isEmpty();
    }

    @Test
    void theChartAddsUpWhatAllInstancesRanAndNamesTheLargestGroups() {
        QueueHistory other = new QueueHistory(queues, queues.all(), queue -> metrics.queue(new QueueName("elsewhere")));
        for (int group = 1; group <= 20; group++) {
            for (int job = 0; job < group; job++) {
                metrics.queue(name).jobEnded(new GroupId("g-" + group));
                metrics.queue(new QueueName("elsewhere")).jobEnded(new GroupId("g-" + group));
            }
        }
        history.plot();
        other.plot();
        history.plot(); // nothing ended since
        test.advance(2_000);

        Fairness.View view = new Fairness(queues, new GroupService(queues, new ResultAggregators(List.of())))
                .look(name, Duration.ofMinutes(1));

        assertThat(view.groups()).extracting(GroupId::value)
                .containsExactly("g-20", "g-19", "g-18", "g-17", "g-16", "g-15");
        assertThat(view.slots()).hasSize(30);
        assertThat(view.slots().getLast().jobs()).containsExactly(40L, 38L, 36L, 34L, 32L, 30L);
        assertThat(view.slots().getLast().others()).isEqualTo(2 * 210 - 210);
        assertThat(view.slots().getFirst().others()).isZero();
    }

    @Test
    void theChartKeepsTenMinutes() {
        for (int i = 0; i < 400; i++) {
            metrics.queue(name).jobEnded(new GroupId("a"));
            history.plot();
            test.advance(2_000);
        }
        assertThat(test.redis().<Long>read(commands -> commands.hlen(test.redis().keys().chart()))).isEqualTo(300);
    }

    @Test
    void theFairnessViewShowsWhoCameAfterTheGiant() {
        test.enqueue("giant", IntStream.range(0, 60).mapToObj(i -> "x-" + i).toArray(String[]::new));
        test.fetch(10);
        test.complete(test.claim(10));
        test.advance(1_000);
        test.enqueue("small", "s-1");
        test.advance(500);
        test.fetch(10);
        test.complete(test.claim(60));
        test.advance(500);

        Fairness.View view = new Fairness(queues, new GroupService(queues, new ResultAggregators(List.of())))
                .look(name, Duration.ofMinutes(1));

        assertThat(view.runs()).extracting(run -> run.groupId().value()).containsExactly("giant", "small");
        assertThat(view.headline()).isNotNull();
        assertThat(view.headline().giant()).isEqualTo(new GroupId("giant"));
        assertThat(view.headline().median()).isEqualTo(Duration.ofMillis(500));
        assertThat(view.headline().inLine()).isGreaterThan(view.headline().median());
        assertThat(view.waits().firstJob().count()).isEqualTo(2);
        assertThat(view.waits().smallGroups().p50()).isEqualTo(Duration.ofMillis(500));
        assertThat(view.waits().largest().groupId()).isEqualTo(new GroupId("giant"));
    }

    @Test
    void startsAndStopsInAnyOrderLeaveNoThread() {
        LoopStress.hammer("queue-history", history::start, () -> history.stop(Deadline.in(Duration.ofSeconds(5))));
    }
}
