package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.PriorityLevel;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OldestWaitIT {

    private final TestQueue test = TestQueue.with();
    private final QueueState state = QueueState.of(test.queue());

    @Test
    void aGroupIsAsOldAsItsFirstJob() {
        assertThat(state.oldestWait()).isEmpty();
        test.enqueue("low", PriorityLevel.LOW, "l-1");
        test.advance(3_000);
        test.enqueue("high", PriorityLevel.HIGH, "h-1");
        test.advance(2_000);
        assertThat(state.oldestWait()).hasValue(Duration.ofMillis(5_000));
    }

    @Test
    void jobsOfAGroupThatRunsStillWait() {
        test.enqueue("a", "a-1");
        test.advance(1_000);
        test.enqueue("a", "a-2");
        test.fetch(1);
        test.complete(test.claimOne());
        test.advance(4_000);
        assertThat(state.oldestWait()).as("a-1 is done, a-2 waits").hasValue(Duration.ofMillis(4_000));
    }

    @Test
    void aJobInReadyWaitsUntilItIsClaimed() {
        test.enqueue("a", "a-1");
        test.fetch(1);
        test.advance(700);
        assertThat(state.oldestWait()).hasValue(Duration.ofMillis(700));
        test.claimOne();
        assertThat(state.oldestWait()).isEmpty();
    }

    @Test
    void aRetryWaitsForItsTimeAndDoesNotCount() {
        test.enqueue("a", "a-1");
        test.fetch(1);
        test.retry(test.claimOne(), Duration.ofSeconds(1));
        test.advance(60_000);
        assertThat(state.oldestWait()).isEmpty();
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("a-1");
        assertThat(state.oldestWait()).as("it has started long ago").isEmpty();
    }

    @Test
    void askingChangesNothing() {
        test.enqueue("a", "a-1", "a-2");
        test.fetch(1);
        Map<String, String> before = test.contents();
        assertThat(QueueState.oldestWaits(List.of(state, state))).hasSize(2);
        assertThat(test.contents()).isEqualTo(before);
    }
}
