package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.server.web.token.RuntimeTokens;
import io.bulkaction.server.web.token.TokenGrant;
import io.bulkaction.server.web.token.TokenRecord;
import io.bulkaction.server.web.token.TokenText;
import io.bulkaction.server.web.token.TokenUse;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ApiTokensIT {

    @Test
    void madeUpTokensCostNoReadEachAndKeepNoRealOneOut() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis);
            RuntimeTokens made = new RuntimeTokens(
                    Optional.of(new Queues(Map.of(BulkActionSettings.DEFAULT_QUEUE, test.queue()))));
            ApiTokens tokens = new ApiTokens(Map.of(), made, name -> false);
            String real = make(made, "real");

            PrivateRedis.Cost cost = redis.costOf(() -> IntStream.range(0, 2_000).forEach(
                    i -> assertThat(tokens.find(TokenText.random("made-up-" + i), "192.0.2.1")).isEmpty()));

            assertThat(cost.commands()).isLessThan(500);
            assertThat(tokens.find(real, "192.0.2.1")).isPresent();
            String later = make(made, "later");
            assertThat(tokens.find(later, "192.0.2.1")).isPresent();
        }
    }

    @Test
    void theUseOfATokenThatIsNoMoreIsForgottenAfterADay() {
        TestQueue test = TestQueue.live();
        RuntimeTokens made = new RuntimeTokens(
                Optional.of(new Queues(Map.of(BulkActionSettings.DEFAULT_QUEUE, test.queue()))));
        made.noteUse("gone", "192.0.2.1");
        made.noteUse("configured", "192.0.2.1");
        await().until(() -> made.uses().size() == 2);

        made.forgetUsesBut(Set.of("configured"), made.uses());
        assertThat(made.uses()).as("a moment ago").hasSize(2);
        TokenUse old = new TokenUse(Instant.now().minus(Duration.ofDays(2)), "192.0.2.1");
        made.forgetUsesBut(Set.of("configured"), Map.of("gone", old, "configured", old));

        await().untilAsserted(() -> assertThat(made.uses()).containsOnlyKeys("configured"));
    }

    private static String make(RuntimeTokens made, String name) {
        String secret = TokenText.random(name);
        assertThat(made.create(new TokenRecord(name, TokenText.hash(secret), "ann", "ann", made.now(), null,
                new TokenGrant(List.of("SUBMITTER"), List.of(), List.of(), List.of(), null, List.of(), false, null))))
                .isTrue();
        return secret;
    }
}
