package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;

class ProviderAnswersTest {

    private long now = Long.MAX_VALUE - 1000;
    private int calls;
    private @Nullable String body = "keys";
    private final ProviderAnswers answers = new ProviderAnswers(() -> now);

    @Test
    void theProviderIsAskedAtMostEveryTenSeconds() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(ask()).isEqualTo("keys");
        }
        assertThat(calls).isEqualTo(1);

        now += ProviderAnswers.BETWEEN_CALLS.toNanos();
        body = "rotated";
        assertThat(ask()).isEqualTo("rotated");
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void whileItDoesNotAnswerTheLastKeysHoldForADay() throws Exception {
        ask();
        body = null;
        now += Duration.ofHours(23).toNanos();
        assertThat(ask()).isEqualTo("keys");

        now += Duration.ofHours(2).toNanos();
        assertThatThrownBy(this::ask).isInstanceOf(IOException.class);

        body = "again";
        now += ProviderAnswers.BETWEEN_CALLS.toNanos();
        assertThat(ask()).isEqualTo("again");
    }

    @Test
    void oneThatNeverAnswersIsNotAskedForEveryCallEither() {
        body = null;
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(this::ask).isInstanceOf(IOException.class);
        }
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void anErrorOfItIsHandedOnWhereNothingIsKnown() throws Exception {
        assertThat(answers.intercept(
                new MockClientHttpRequest(HttpMethod.GET, URI.create("https://provider.example/none")), new byte[0],
                (request, sent) -> new MockClientHttpResponse(new byte[0], HttpStatus.NOT_FOUND)).getStatusCode())
                .isEqualTo(HttpStatus.NOT_FOUND);
    }

    private String ask() throws IOException {
        try (ClientHttpResponse answer = answers.intercept(
                new MockClientHttpRequest(HttpMethod.GET, URI.create("https://provider.example/keys")), new byte[0],
                (request, sent) -> {
                    calls++;
                    if (body == null) {
                        throw new IOException("connection refused");
                    }
                    return new MockClientHttpResponse(body.getBytes(StandardCharsets.UTF_8), HttpStatus.OK);
                })) {
            return new String(answer.getBody().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
