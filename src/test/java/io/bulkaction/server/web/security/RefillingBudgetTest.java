package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefillingBudgetTest {

    private long now = Long.MAX_VALUE - 1000;

    private final RefillingBudget<String> budget = new RefillingBudget<>(3, Duration.ofSeconds(30), 100, () -> now);

    @Test
    void theCapacityAtOnceAndThenOnePerPartOfTheWindow() {
        useUp("a");

        assertThat(budget.take("a")).contains(Duration.ofSeconds(10));
        pass(Duration.ofSeconds(4));
        assertThat(budget.take("a")).contains(Duration.ofSeconds(6));
        pass(Duration.ofSeconds(6));
        assertThat(budget.take("a")).isEmpty();
        assertThat(budget.take("a")).contains(Duration.ofSeconds(10));
    }

    @Test
    void askingWhileNothingIsLeftDelaysNothing() {
        useUp("a");
        for (int i = 0; i < 1000; i++) {
            assertThat(budget.take("a")).isPresent();
        }

        pass(Duration.ofSeconds(10));
        assertThat(budget.take("a")).isEmpty();
    }

    @Test
    void aReturnedUnitCanBeTakenAgainButNeverMoreThanTheCapacity() {
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
    void everyKeyHasItsOwnBudget() {
        useUp("a");

        assertThat(budget.take("b")).isEmpty();
    }

    @Test
    void aLongPauseRefillsNoMoreThanTheCapacity() {
        useUp("a");
        pass(Duration.ofDays(1));
        useUp("a");

        assertThat(budget.take("a")).isPresent();
    }

    @Test
    void aKeyThatKeepsAskingIsNotForgotten() {
        useUp("a");
        for (int i = 0; i < 99; i++) {
            budget.take("other-" + i);
        }
        assertThat(budget.take("a")).isPresent();
        budget.take("one more");

        assertThat(budget.take("a")).as("still used up").isPresent();
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
