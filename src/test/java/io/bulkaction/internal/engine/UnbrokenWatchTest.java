package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.flow.Watch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnbrokenWatchTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private long nanos;
    private long redisMillis = 1_800_000_000_000L;
    private final UnbrokenWatch watch = new UnbrokenWatch(INTERVAL, TOLERANCE, () -> nanos);

    @Test
    void growsWhileAnswersComeInTimeAndKnowsWhatTimeItShouldBe() {
        assertThat(watch.before()).isEqualTo(new Watch(Duration.ZERO, Duration.ofSeconds(6), 0, TOLERANCE));
        answer();
        pass(5);
        answer();
        pass(5);
        answer();
        pass(2);
        assertThat(watch.before())
                .isEqualTo(new Watch(Duration.ofSeconds(10), Duration.ofSeconds(6), redisMillis, TOLERANCE));
    }

    @Test
    void beginsAnewAfterAGapHoweverItCameAbout() {
        answer();
        pass(5);
        answer();
        pass(7);
        assertThat(watch.before().unbroken()).isZero();
        assertThat(watch.before().expectedMillis()).as("what time it should be is not known").isZero();
        answer();
        assertThat(watch.before().unbroken()).isZero();
        pass(5);
        answer();
        assertThat(watch.before().unbroken()).isEqualTo(INTERVAL);
    }

    @Test
    void anAnswerThatTookLongIsAGapToo() {
        answer();
        pass(3);
        answer();
        pass(5);
        assertThat(watch.before().unbroken()).isEqualTo(Duration.ofSeconds(3));
        pass(2); // the call
        answer();
        assertThat(watch.before().unbroken()).isZero();
    }

    @Test
    void beginsAnewWhenTheClockJumped() {
        answer();
        pass(5);
        answer();
        pass(5);
        redisMillis += 3_600_000;
        watch.answered(redisMillis, true);
        assertThat(watch.before().unbroken()).isZero();
        assertThat(watch.before().expectedMillis()).isEqualTo(redisMillis);
    }

    private void answer() {
        watch.answered(redisMillis, false);
    }

    private void pass(int seconds) {
        nanos += seconds * 1_000_000_000L;
        redisMillis += seconds * 1_000L;
    }
}
