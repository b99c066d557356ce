package io.bulkaction.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureBudgetTest {

    private long now = Long.MAX_VALUE - 1000;

    private final FailureBudget<String> budget = new FailureBudget<>(3, Duration.ofSeconds(30), 100, () -> now);

    @Test
    void soManyAtOnceAndThenOnePerPartOfTheWindow() {
        useUp("a");

        assertThat(budget.take("a")).contains(Duration.ofSeconds(10));
        pass(Duration.ofSeconds(4));
        assertThat(budget.take("a")).contains(Duration.ofSeconds(6));
        pass(Duration.ofSeconds(6));
        assertThat(budget.take("a")).isEmpty();
        assertThat(budget.take("a")).contains(Duration.ofSeconds(10));
    }

    @Test
    void askingWhileNothingIsLeftCostsNothing() {
        useUp("a");
        for (int i = 0; i < 1000; i++) {
            assertThat(budget.take("a")).isPresent();
        }

        pass(Duration.ofSeconds(10));
        assertThat(budget.take("a")).isEmpty();
    }

    @Test
    void whatIsGivenBackCanBeTakenAgainAndNeverMoreThanThereWas() {
        useUp("a");
        budget.giveBack("a");
        assertThat(budget.isUsedUp("a")).isFalse();
        assertThat(budget.take("a")).isEmpty();
        assertThat(budget.isUsedUp("a")).isTrue();

        for (int i = 0; i < 10; i++) {
            budget.giveBack("b");
        }
        useUp("b");
        assertThat(budget.take("b")).isPresent();
    }

    @Test
    void everyKeyHasItsOwn() {
        useUp("a");

        assertThat(budget.take("b")).isEmpty();
    }

    @Test
    void aLongQuietTimeGivesNoMoreThanTheWholeBudget() {
        useUp("a");
        pass(Duration.ofDays(1));
        useUp("a");

        assertThat(budget.take("a")).isPresent();
    }

    private void useUp(String key) {
        for (int i = 0; i < 3; i++) {
            assertThat(budget.take(key)).isEmpty();
        }
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
