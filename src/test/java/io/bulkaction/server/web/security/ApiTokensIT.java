package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.server.web.token.RuntimeTokens;
import io.bulkaction.server.web.token.TokenGrant;
import io.bulkaction.server.web.token.TokenRecord;
import io.bulkaction.server.web.token.TokenText;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static String make(RuntimeTokens made, String name) {
        String secret = TokenText.random(name);
        assertThat(made.create(new TokenRecord(name, TokenText.hash(secret), "ann", "ann", made.now(), null,
                new TokenGrant(List.of("SUBMITTER"), List.of(), List.of(), List.of(), null, List.of(), false, null))))
                .isTrue();
        return secret;
    }
}
