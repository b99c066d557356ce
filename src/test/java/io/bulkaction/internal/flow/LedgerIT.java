package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerIT {

    private final TestQueue test =
            TestQueue.with("partitions", "3", "backpressure.global-rps", "100", "backpressure.rate-limit-window", "1s");

    @Test
    void instancesGetNoMoreThanTheTokensOfAWindowTogether() {
        Tokens one = test.queue().tokens();
        Tokens other = test.queue().tokens();

        assertThat(one.upTo(70)).isEqualTo(70);
        assertThat(other.upTo(70)).isEqualTo(30);
        assertThat(one.upTo(70)).as("what it has").isEqualTo(70);
        assertThat(test.queue().tokens().upTo(1)).isZero();
        test.advance(1_000);
        assertThat(test.queue().tokens().upTo(500)).isEqualTo(100);
    }

    @Test
    void tokensComeEvenlyOverTheWindow() {
        TestQueue even = TestQueue.with("partitions", "2", "backpressure.global-rps", "100",
                "backpressure.rate-limit-burst", "50ms");
        Tokens tokens = even.queue().tokens();

        assertThat(tokens.upTo(100)).isEqualTo(5);
        even.advance(500);
        assertThat(even.queue().tokens().upTo(100)).isEqualTo(50);
    }

    @Test
    void whatIsLeftOfAGrantGoesBackWithTheNext() {
        Tokens idle = test.queue().tokens();
        assertThat(idle.upTo(100)).isEqualTo(100);

        assertThat(idle.upTo(150)).as("it has 100 and asks for 50 more").isEqualTo(100);
        assertThat(test.queue().tokens().upTo(1)).as("none is granted twice").isZero();
    }

    @Test
    void whatOneInstanceGivesBackAnotherUsesInTheSameWindow() {
        Tokens one = test.queue().tokens();
        Tokens other = test.queue().tokens();
        assertThat(one.upTo(100)).isEqualTo(100);
        assertThat(other.upTo(100)).isZero();

        one.giveBack();

        assertThat(other.upTo(100)).isEqualTo(100);
        assertThat(one.upTo(1)).as("none is granted twice").isZero();
    }

    /** They lay idle until its next question, which may come seconds later. */
    @Test
    void anEngineGivesBackAtOnceWhatItsRoundDidNotUse() {
        try (TestEngine _ = TestEngine.start(test.queue(), _ -> JobResult.success())) {
            test.enqueue("group", "job");
            await().until(() -> "COMPLETED".equals(test.meta("group").get("status")));

            await().untilAsserted(() -> assertThat(test.queue().ledgers().getFirst().windows()).endsWith(" 1"));
        }
    }

    @Test
    void whoFindsNoneIsToldWhenToAskAgain() {
        test.queue().tokens().upTo(100);
        Tokens late = test.queue().tokens();

        assertThat(late.upTo(1)).isZero();
        assertThat(late.waitFor()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void queuesThatNameTheSameLimiterShareItsTokens() {
        TestQueue other = TestQueue.with();
        String partner = test.redis().name() + "-partner";
        Tokens one = new Tokens(List.of(limiter(test, partner)));
        Tokens two = new Tokens(List.of(limiter(other, partner)));

        assertThat(one.upTo(60)).isEqualTo(60);
        assertThat(two.upTo(60)).isEqualTo(40);
    }

    @Test
    void aStartTakesATokenOfEveryLedgerAndThereAreAsManyAsOfTheScarcest() {
        String partner = test.redis().name() + "-scarce";
        Tokens both = new Tokens(List.of(
                test.queue().ledgers().getFirst(),
                new Ledger(
                        test.redis().with(Keys.limiter("test", test.redis().name(), partner)),
                        10, Duration.ofSeconds(1), Duration.ofHours(1))));

        assertThat(both.upTo(50)).isEqualTo(10);
        assertThat(test.queue().tokens().upTo(100)).as("what the first granted").isEqualTo(50);
    }

    private static Ledger limiter(TestQueue queue, String name) {
        return new Ledger(
                queue.redis().with(Keys.limiter("test", queue.redis().name(), name)),
                100, Duration.ofSeconds(1), Duration.ofHours(1));
    }
}
