package io.bulkaction.internal.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import io.bulkaction.internal.builtin.LocalHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRequestGuardIT {

    private Webhooks webhooks;
    private LocalHttp server;

    @BeforeEach
    void startServer() throws IOException {
        webhooks = new Webhooks();
        server = webhooks.server;
    }

    @AfterEach
    void stopServer() {
        webhooks.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "http://example.com/",
        "http://127.0.0.2/",
        "http://localhost/",
        "http://[::1]/",
        "http://127.0.0.1.example.com/"
    })
    void aHostThatIsNotListedIsNotCalled(String url) throws Exception {
        JobResult result = webhooks.processor(Map.of()).process(Jobs.of("HTTP_REQUEST", "{\"url\":\"" + url + "\"}"));

        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("HOST_NOT_ALLOWED");
            assertThat(failure.retryable()).isFalse();
        });
    }

    @Test
    void anEntryWithAPortAllowsThatPortOnly() throws Exception {
        Map<String, String> listed = Map.of("allowed-hosts", "127.0.0.1:" + (server.port() == 81 ? 82 : 81));

        assertThat(webhooks.processor(listed).process(webhooks.call(""))).isInstanceOfSatisfying(
                JobResult.Failure.class, failure -> assertThat(failure.code()).isEqualTo("HOST_NOT_ALLOWED"));
        assertThat(webhooks.processor(Map.of("allowed-hosts", "127.0.0.1:" + server.port())).process(webhooks.call("")))
                .isInstanceOf(JobResult.Success.class);
    }

    @Test
    void anEntryWithoutAPortAllowsTheWebPortsOnly() throws Exception {
        assertThat(webhooks.processor(Map.of("allowed-hosts", "127.0.0.1")).process(webhooks.call("")))
                .isInstanceOfSatisfying(
                        JobResult.Failure.class, failure -> assertThat(failure.code()).isEqualTo("HOST_NOT_ALLOWED"));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aListedNameThatResolvesToAPrivateAddressIsNotCalled() throws Exception {
        JobResult result = named(Map.of("allowed-hosts", "hooks.example.com:" + server.port()), "127.0.0.1");

        assertThat(result).isEqualTo(JobResult.permanent(
                "ADDRESS_NOT_ALLOWED",
                "host 'hooks.example.com' resolves to an address that is not public and not allowed"));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aListedNameMayResolveToAnAddressThatIsListedItself() throws Exception {
        assertThat(named(Map.of("allowed-hosts", "hooks.example.com:" + server.port() + ",127.0.0.1:" + server.port()),
                "127.0.0.1"))
                .isInstanceOf(JobResult.Success.class);
        assertThat(server.onlyRequest().header("Host")).isEqualTo("hooks.example.com:" + server.port());
    }

    @Test
    void aListedNameMayResolveIntoAnAllowedNetwork() throws Exception {
        Map<String, String> inside = Map.of(
                "allowed-hosts", "hooks.example.com:" + server.port(), "allowed-networks", "127.0.0.0/8");

        assertThat(named(inside, "127.0.0.1")).isInstanceOf(JobResult.Success.class);
    }

    @Test
    void oneForbiddenAddressAmongSeveralForbidsTheCall() throws Exception {
        assertThat(named(Map.of("allowed-hosts", "hooks.example.com:" + server.port()), "93.184.215.14", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        JobResult.Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo("ADDRESS_NOT_ALLOWED"));
    }

    @Test
    void aNameIsLookedUpOnceSoThatItCannotChangeBetweenCheckAndUse() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        HttpRequestProcessor processor = webhooks.processor(
                Map.of("allowed-hosts", "hooks.example.com:" + server.port() + ",127.0.0.1:" + server.port()), host -> {
                    lookups.incrementAndGet();
                    return new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")};
                });

        processor.process(Jobs.of(
                "HTTP_REQUEST", "{\"url\":\"http://hooks.example.com:" + server.port() + "/\"}"));

        assertThat(lookups).hasValue(1);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void anUnknownNameIsRetried() throws Exception {
        HttpRequestProcessor processor = webhooks.processor(Map.of("allowed-hosts", "hooks.example.com"), host -> {
            throw new UnknownHostException(host);
        });

        assertThat(processor.process(Jobs.of("HTTP_REQUEST", "{\"url\":\"http://hooks.example.com/\"}")))
                .isEqualTo(JobResult.failure("UNKNOWN_HOST", "cannot resolve hooks.example.com", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{}",
        "{\"url\":\"ftp://127.0.0.1/\"}",
        "{\"url\":\"file:///etc/passwd\"}",
        "{\"url\":\"/relative\"}",
        "{\"url\":\"http://user:secret@127.0.0.1/\"}",
        "{\"url\":\"http://127.0.0.1/#secret\"}",
        "{\"url\":\"http://127.1/\"}",
        "{\"url\":\"http://exämple.com/\"}",
        "{\"url\":\"http://127.0.0.1:99999/\"}",
        "{\"url\":\"http://127.0.0.1/a b\"}",
        "{\"url\":\"http://127.0.0.1/\",\"method\":\"CONNECT\"}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"Host\":\"other\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"Content-Length\":\"1\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"Idempotency-Key\":\"x\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"x-bulk-action-group\":\"x\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"X\":\"a\\r\\nHost: b\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"headers\":{\"X Y\":\"a\"}}",
        "{\"url\":\"http://127.0.0.1/\",\"timeout\":5}"
    })
    void aPayloadThatBreaksTheRulesIsNotSent(String payload) throws Exception {
        JobResult result = webhooks.processor(Map.of()).process(Jobs.of("HTTP_REQUEST", payload));

        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("BAD_PAYLOAD");
            assertThat(failure.message()).doesNotContain("secret");
        });
    }

    private JobResult named(Map<String, String> properties, String... addresses) throws Exception {
        HttpRequestProcessor processor = webhooks.processor(properties, host -> {
            InetAddress[] all = new InetAddress[addresses.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = InetAddress.ofLiteral(addresses[i]);
            }
            return all;
        });
        return processor.process(
                Jobs.of("HTTP_REQUEST", "{\"url\":\"http://hooks.example.com:" + server.port() + "/\"}"));
    }
}
