package io.bulkaction.internal.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobResult;
import io.bulkaction.internal.settings.Defaults;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private static final AttemptOutcome DOWN = AttemptOutcome.returned(JobResult.failure("503", "down", true));

    @Test
    void delaysDoubleFromOneMinute() {
        RetryPolicy policy = policy(Map.of("backoff", "60s", "multiplier", "2", "max-backoff", "1h", "jitter", "0"));

        assertThat(IntStream.rangeClosed(1, 8).mapToObj(policy::delayBefore).map(Duration::toMinutes))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void aHugeNumberOfRetriesStaysAtTheCap() {
        RetryPolicy policy = policy(Map.of("jitter", "0", "max-backoff", "60s"));

        assertThat(policy.delayBefore(10_000)).isEqualTo(Duration.ofSeconds(60));
        assertThat(policy.delayBefore(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void jitterSpreadsBothWaysWithinItsBounds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        RetryPolicy policy = new RetryPolicy(
                Defaults.queue(Map.of("retry.jitter", "0.25", "retry.backoff", "10s")).retry(), random::nextDouble);

        Set<Duration> seen = new HashSet<>();
        for (int round = 0; round < 1_000; round++) {
            Duration delay = policy.delayBefore(1);
            assertThat(delay.toMillis()).as("seed %d", seed).isBetween(7_500L, 12_500L);
            seen.add(delay);
        }
        assertThat(seen).as("seed %d", seed).hasSizeGreaterThan(500)
                .anyMatch(delay -> delay.toMillis() < 8_500)
                .anyMatch(delay -> delay.toMillis() > 11_500);
    }

    @Test
    void fullJitterNeverGivesNoDelayAtAll() {
        RetryPolicy policy = new RetryPolicy(Defaults.queue(Map.of("retry.jitter", "1")).retry(), () -> 0);

        assertThat(policy.delayBefore(1)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void retriesUntilTheyAreUsedUpThenBuries() {
        RetryPolicy policy = policy(Map.of("max-retries", "2", "jitter", "0"));

        assertThat(policy.decide(DOWN, 0)).isEqualTo(new Decision.Retry(Duration.ofSeconds(1)));
        assertThat(policy.decide(DOWN, 1)).isEqualTo(new Decision.Retry(Duration.ofSeconds(2)));
        assertThat(policy.decide(DOWN, 2)).isEqualTo(new Decision.Fail(Decision.Reason.RETRIES_USED_UP));
        assertThat(policy.decide(DOWN, 7)).isEqualTo(new Decision.Fail(Decision.Reason.RETRIES_USED_UP));
    }

    @Test
    void noRetriesMeansTheFirstFailureBuries() {
        assertThat(policy(Map.of("max-retries", "0")).decide(DOWN, 0))
                .isEqualTo(new Decision.Fail(Decision.Reason.RETRIES_USED_UP));
    }

    @Test
    void aPermanentErrorBuriesAtOnce() {
        assertThat(policy(Map.of()).decide(AttemptOutcome.returned(JobResult.permanent("400", "bad")), 0))
                .isEqualTo(new Decision.Fail(Decision.Reason.PERMANENT));
    }

    @Test
    void successAndErrorsThatMeanSuccessComplete() {
        RetryPolicy policy = policy(Map.of("success", "404"));

        assertThat(policy.decide(AttemptOutcome.returned(JobResult.success()), 0)).isEqualTo(new Decision.Complete());
        assertThat(policy.decide(AttemptOutcome.returned(JobResult.permanent("404", "gone")), 3))
                .isEqualTo(new Decision.Complete());
    }

    @Test
    void throttledParksForAsLongAsAskedHoweverOftenItFailed() {
        AttemptOutcome later = AttemptOutcome.returned(JobResult.throttled(Duration.ofSeconds(90)));

        assertThat(policy(Map.of("max-retries", "1")).decide(later, 5))
                .isEqualTo(new Decision.Park(Duration.ofSeconds(90)));
    }

    @Test
    void throttledWithoutATimeParksForTheFirstBackoff() {
        AttemptOutcome later = AttemptOutcome.returned(JobResult.throttled(Duration.ZERO));

        assertThat(policy(Map.of("backoff", "3s", "jitter", "0")).decide(later, 0))
                .isEqualTo(new Decision.Park(Duration.ofSeconds(3)));
    }

    @Test
    void anAbsurdRetryAfterIsCut() {
        AttemptOutcome later = AttemptOutcome.returned(JobResult.throttled(Duration.ofDays(3_000_000)));

        assertThat(policy(Map.of()).decide(later, 0)).isEqualTo(new Decision.Park(Duration.ofDays(1)));
    }

    private static RetryPolicy policy(Map<String, String> retry) {
        Map<String, String> properties = new HashMap<>();
        retry.forEach((name, value) -> properties.put("retry." + name, value));
        return new RetryPolicy(Defaults.queue(properties).retry());
    }
}
