package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PriorityCalculatorTest {

    private static final long NOW = 1_800_000_000_000L;

    @Test
    void withoutAlphaOnlyWaitingTimeAndBasePriorityCount() {
        PriorityCalculator plain = calculator(0, Duration.ofMinutes(10));
        assertThat(plain.score(NOW, 0, 999, 1000)).isEqualTo(-NOW);
        assertThat(plain.score(NOW, 250, 0, 1000)).isEqualTo(-NOW + 250.0);
        assertThat(plain.score(NOW - 1, 0, 0, 1)).isGreaterThan(plain.score(NOW, 0, 0, 1));
    }

    @Test
    void positiveAlphaFavoursTheNearlyFinished() {
        PriorityCalculator sjf = calculator(10_000, Duration.ofMinutes(10));
        assertThat(sjf.score(NOW, 0, 9, 10)).isEqualTo(-NOW + 90_000.0);
        assertThat(sjf.score(NOW, 0, 9, 10)).isGreaterThan(sjf.score(NOW, 0, 1, 10));
    }

    @Test
    void progressOfAGiantGivesItNothingUntilItIsNearlyFinished() {
        PriorityCalculator sjf = calculator(10_000, Duration.ofMinutes(10));
        assertThat(sjf.score(NOW, 0, 49_989, 50_000)).isEqualTo(-NOW);
        assertThat(sjf.score(NOW, 0, 49_990, 50_000)).isEqualTo(-NOW + 600_000.0);
        assertThat(calculator(-10_000, Duration.ofMinutes(10)).score(NOW, 0, 25_000, 50_000))
                .isEqualTo(-NOW - 10_000.0);
    }

    @Test
    void negativeAlphaFavoursTheLeastServed() {
        PriorityCalculator least = calculator(-10_000, Duration.ofMinutes(10));
        assertThat(least.score(NOW, 0, 9, 10)).isEqualTo(-NOW - 90_000.0);
        assertThat(least.score(NOW, 0, 1, 10)).isGreaterThan(least.score(NOW, 0, 9, 10));
    }

    @Test
    void aGroupWithNothingLeftIsNotDividedByZero() {
        assertThat(calculator(10, Duration.ofSeconds(1)).score(NOW, 0, 10, 10)).isEqualTo(-NOW + 100.0);
    }

    @Test
    void boostNeverExceedsItsBound() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double alpha = random.nextGaussian() * Math.pow(10, random.nextInt(12));
            long maxBoost = 1 + random.nextLong(1_000_000);
            long total = random.nextLong(1, 10_000_000);
            long done = random.nextLong(total + 1);
            double boost = calculator(alpha, Duration.ofMillis(maxBoost)).score(0, 0, done, total);
            assertThat(boost).isBetween((double) -maxBoost, (double) maxBoost);
            assertThat(boost * alpha).as("sign of alpha %s", alpha).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void theStepBetweenTwoServesIsNotLostInADouble() {
        double step = 1 / 1024.0;
        for (double base : new double[] {0, 600_000, -600_000, 1e9}) {
            PriorityCalculator plain = calculator(0, Duration.ofMinutes(10));
            assertThat(plain.score(NOW, base, 0, 1)).isGreaterThan(plain.score(NOW + step, base, 0, 1));
        }
    }

    private static PriorityCalculator calculator(double alpha, Duration maxBoost) {
        return new PriorityCalculator(
                new QueueSettings.FairQueue(alpha, maxBoost, 10, Duration.ofSeconds(1), QueueSettings.Cost.JOBS,
                        Map.of()));
    }
}
