package io.bulkaction.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void remainingShrinksTowardsTheEnd() {
        Duration hour = Duration.ofHours(1);
        Deadline deadline = Deadline.in(hour);

        assertThat(deadline.remaining()).isPositive().isLessThanOrEqualTo(hour);
        assertThat(deadline.isOver()).isFalse();
    }

    @Test
    void remainingIsNeverNegative() {
        assertThat(Deadline.in(Duration.ofSeconds(-5)).remaining()).isZero();
        assertThat(Deadline.in(Duration.ofSeconds(-5)).isOver()).isTrue();
        assertThat(Deadline.in(Duration.ZERO).isOver()).isTrue();
    }

    @Test
    void theLongestDurationDoesNotOverflow() {
        Deadline deadline = Deadline.in(Duration.ofSeconds(Long.MAX_VALUE));

        assertThat(deadline.isOver()).isFalse();
        assertThat(deadline.remaining()).isGreaterThan(Duration.ofDays(36_000));
    }
}
