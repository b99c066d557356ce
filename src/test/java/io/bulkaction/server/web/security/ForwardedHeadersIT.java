package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.sample.WebSlice;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;

/** Which address counts as the caller's when headers name another one. */
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class ForwardedHeadersIT {

    private static final String KUBERNETES = "--spring.main.cloud-platform=kubernetes";
    private static final String NATIVE = "--server.forward-headers-strategy=native";
    private static final String OTHER_PROXY = "--server.tomcat.remoteip.internal-proxies=127.0.0.2/32";

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Test
    void noForwardedHeaderIsTrustedByDefaultNotEvenInKubernetes() throws Exception {
        try (ConfigurableApplicationContext server = start(KUBERNETES)) {
            call(server, "127.0.0.1", "203.0.113.9");
            call(server, "127.0.0.1", "<script>alert(1)</script>");
        }

        assertThat(seen).containsExactly("127.0.0.1", "127.0.0.1");
    }

    @Test
    void aNewForwardedAddressPerGuessDoesNotEscapeTheLock() throws Exception {
        int status = 0;
        try (ConfigurableApplicationContext server = start(KUBERNETES)) {
            for (int guess = 0; guess < 10 && status != 429; guess++) {
                status = call(server, "127.0.0.1", "203.0.113." + guess);
            }
        }

        assertThat(status).isEqualTo(429);
    }

    @Test
    void onlyANamedProxyIsTrusted() throws Exception {
        try (ConfigurableApplicationContext server = start(NATIVE, OTHER_PROXY)) {
            call(server, "127.0.0.2", "203.0.113.9");
            call(server, "127.0.0.2", "198.51.100.1, 203.0.113.9");
            call(server, "127.0.0.1", "203.0.113.9");
        }

        assertThat(seen).containsExactly("203.0.113.9", "203.0.113.9", "127.0.0.1");
    }

    @Test
    void onlyAProxyOnThisMachineIsTrustedUnlessOthersAreNamed() throws Exception {
        try (ConfigurableApplicationContext server = start(NATIVE)) {
            assertThat(server.getEnvironment().getProperty("server.tomcat.remoteip.internal-proxies"))
                    .isEqualTo("127.0.0.0/8, ::1/128");
            call(server, "127.0.0.1", "203.0.113.9, 10.0.0.7");
        }

        assertThat(seen).as("the last address that is not a proxy's").containsExactly("10.0.0.7");
    }

    @Test
    void textThatIsNotAnAddressLeavesTheAddressOfThePeer() throws Exception {
        try (ConfigurableApplicationContext server = start(NATIVE)) {
            for (String forged : List.of("<b>bold</b>", "localhost", "203.0.113.9:4711", "\"; DROP", "1.2.3.4.5",
                    "::x")) {
                call(server, "127.0.0.1", forged);
            }
        }

        assertThat(seen).hasSize(5).containsOnly("127.0.0.1");
    }

    @Test
    void theStrategyThatTrustsEverybodyStopsTheStart(CapturedOutput output) {
        assertThatThrownBy(() -> start("--server.forward-headers-strategy=framework")).isNotNull();

        assertThat(output).contains(
                "server.forward-headers-strategy", "It would trust the forwarded headers of everybody. Use native");
    }

    @ParameterizedTest
    @CsvSource({"2001:DB8::1,2001:db8:0:0:0:0:0:1", "::ffff:192.0.2.1,192.0.2.1", "fe80::1%<b>,fe80:0:0:0:0:0:0:1"})
    void everyAddressHasOneSpelling(String written, String kept) {
        assertThat(LiteralAddressValve.canonical(written)).contains(kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.2", "1.2.3", "16909060", "1.2.3.256", "1.2.3.4.5", "1.2.3.", "0x1.2.3.4",
        "::1.2.3"})
    void aShortenedAddressIsNotAccepted(String written) {
        assertThat(LiteralAddressValve.canonical(written)).isEmpty();
    }

    private ConfigurableApplicationContext start(String... arguments) {
        SpringApplication application = new SpringApplication(WebSlice.class);
        application.addListeners(event -> {
            if (event instanceof PayloadApplicationEvent<?> told
                    && told.getPayload() instanceof LoginRefusedEvent refused) {
                seen.add(refused.address());
            }
        });
        return application.run(
                Stream.concat(Stream.of("--server.port=0"), Stream.of(arguments)).toArray(String[]::new));
    }

    private static int call(ConfigurableApplicationContext server, String from, String forwardedFor) throws Exception {
        String port = server.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/sample"))
                .header("X-Forwarded-For", forwardedFor)
                .header("Authorization", "Basic YWRtaW46d3Jvbmc=")
                .build();
        HttpClient http = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(from)).build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }
}
