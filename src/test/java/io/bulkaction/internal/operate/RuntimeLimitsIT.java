package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuntimeLimitsIT {

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "100");
    private final QueueControl control = QueueControl.of(test.queue());

    @Test
    void aRateThatIsSetCountsAtOnceForInstancesThatAreConfiguredOtherwise() {
        TestQueue other = test.seenWith("backpressure.global-rps", "1000");
        test.enqueue("a", ids(100));

        assertThat(control.tune(new RuntimeLimits(5.0, null, null)).changed()).isTrue();
        test.fetch(100);
        assertThat(test.claim(100).size() + other.claim(100).size()).isEqualTo(5);
        assertThat(test.queue().rateLimiter().status(new GroupId("a")).globalLimit()).isEqualTo(5);

        control.tune(new RuntimeLimits(20.0, null, null));
        other.fetch(100);
        assertThat(other.claim(100)).hasSize(15);
        control.untune();
        test.fetch(100);
        assertThat(test.claim(100)).as("as configured").hasSize(80);
    }

    @Test
    void aConcurrencyThatIsSetCountsAtOnceAndCanBeNone() {
        TestQueue strict = test.seenWith("worker-pool.max-concurrency", "1");
        test.enqueue("a", ids(50));
        test.fetch(50);

        control.tune(new RuntimeLimits(null, 3, null));
        assertThat(test.claim(50)).hasSize(3);
        assertThat(strict.claim(50)).isEmpty();
        control.tune(new RuntimeLimits(null, 0, null));
        assertThat(strict.claim(10)).as("no limit, although one is configured").hasSize(10);
        control.untune();
        assertThat(strict.claim(10)).isEmpty();
    }

    @Test
    void whatIsSetStaysUntilItIsResetAndIsShown() {
        control.tune(new RuntimeLimits(7.0, null, null));
        QueueControl.Tuned tuned = control.tune(new RuntimeLimits(null, 2, 9));

        assertThat(tuned).isEqualTo(new QueueControl.Tuned(true, new RuntimeLimits(7.0, 2, 9)));
        assertThat(control.tune(new RuntimeLimits(7.0, 2, 9)).changed()).as("the same again").isFalse();
        assertThat(control.survey().limits()).isEqualTo(new RuntimeLimits(7.0, 2, 9));
        control.pause("x", "anna");
        control.resume();
        assertThat(control.survey().limits()).as("after a pause").isEqualTo(new RuntimeLimits(7.0, 2, 9));
        assertThat(control.untune()).isEqualTo(new QueueControl.Tuned(true, RuntimeLimits.NONE));
        assertThat(control.untune().changed()).isFalse();
    }

    @Test
    void workersThatAreSetAreSharedAmongTheInstances() {
        beat("one");
        beat("two");
        beat("three");
        assertThat(test.queue().home().instances().wantedWorkers("one")).isEmpty();

        control.tune(new RuntimeLimits(null, null, 8));

        assertThat(IntStream.of(wanted("one"), wanted("two"), wanted("three")).sorted()).containsExactly(2, 3, 3);
        control.tune(new RuntimeLimits(null, null, 0));
        assertThat(wanted("one")).isZero();
    }

    private int wanted(String instance) {
        return test.queue().home().instances().wantedWorkers(instance).orElseThrow();
    }

    private void beat(String id) {
        test.queue().home().instances()
                .beat(new Instance.Info(id, 4, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
    }

    private static String[] ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "j-" + i).toArray(String[]::new);
    }
}
