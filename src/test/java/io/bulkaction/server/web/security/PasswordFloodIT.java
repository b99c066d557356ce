package io.bulkaction.server.web.security;

import static io.bulkaction.sample.OnWebSlice.ADMIN;
import static io.bulkaction.sample.OnWebSlice.ADMIN_PASSWORD;
import static io.bulkaction.sample.OnWebSlice.FEEDER_TOKEN;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER_PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.sample.OnWebSlice;
import io.bulkaction.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.bean.override.convention.TestBean;

/** Many logins at once, each with a different name, on a real server. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class PasswordFloodIT {

    private static final Gate GATE = new Gate();

    @TestBean
    BCryptPasswordEncoder bcrypt;

    @LocalServerPort
    int port;

    static BCryptPasswordEncoder bcrypt() {
        return GATE;
    }

    @AfterEach
    void open() {
        GATE.open();
    }

    @Test
    void aFloodOfLoginsIsCheckedOneAtATimeAndDelaysNobodyElse() throws Exception {
        assertThat(get("127.0.0.1", "/admin/sample", basic(ADMIN, ADMIN_PASSWORD)).statusCode()).isEqualTo(200);
        GATE.close();
        List<CompletableFuture<HttpResponse<String>>> flood = new ArrayList<>();
        for (int address = 2; address < 6; address++) {
            HttpClient http = client("127.0.0.1" + address);
            for (int i = 0; i < 15; i++) {
                String credentials = basic("random-" + address + "-" + i, "whatever");
                flood.add(http.sendAsync(request("/api/sample", credentials), BodyHandlers.ofString()));
            }
        }

        await().until(() -> flood.stream().filter(CompletableFuture::isDone).count() == 39);
        assertThat(flood).filteredOn(CompletableFuture::isDone).allSatisfy(done -> {
            assertThat(done.join().statusCode()).isEqualTo(503);
            assertThat(done.join().headers().firstValue("Retry-After")).isPresent();
            assertThat(done.join().body()).contains("\"code\":\"SERVICE_UNAVAILABLE\"");
        });
        assertThat(GATE.mostInside).hasValue(1);
        String wrong = basic("a-prober", "with a wrong password");
        assertThat(get("127.0.0.1", "/actuator/health/liveness", wrong).statusCode()).isEqualTo(200);
        assertThat(get("127.0.0.1", "/actuator/health/readiness", wrong).statusCode()).isEqualTo(200);
        assertThat(get("127.0.0.1", "/admin/sample", basic(ADMIN, ADMIN_PASSWORD)).statusCode()).isEqualTo(200);
        assertThat(get("127.0.0.1", "/api/sample", "Bearer " + FEEDER_TOKEN).statusCode()).isEqualTo(200);

        GATE.open();
        await().until(() -> flood.stream().allMatch(CompletableFuture::isDone));
        assertThat(flood).filteredOn(done -> done.join().statusCode() == 401).hasSize(21);
        assertThat(GATE.mostInside).hasValue(1);
    }

    @Test
    void loginsFromAnAddressThatTriesManyNamesAreSoonRefusedUnchecked() throws Exception {
        int before = GATE.checks.get();
        for (int i = 0; i < 30; i++) {
            assertThat(get("127.0.0.20", "/api/sample", basic("new-" + i, "x")).statusCode()).isEqualTo(401);
        }
        for (int i = 0; i < 50; i++) {
            HttpResponse<String> answer = get("127.0.0.20", "/api/sample", basic("newer-" + i, "x"));
            assertThat(answer.statusCode()).isIn(429, 401);
            if (answer.statusCode() == 429) {
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                assertThat(answer.body()).contains("\"code\":\"LOGIN_LOCKED\"");
            }
        }
        // why not 30: on a slow machine the budget refills by one every twenty seconds
        assertThat(GATE.checks.get() - before).isLessThan(60);

        assertThat(get("127.0.0.21", "/api/sample", basic(SUBMITTER, SUBMITTER_PASSWORD)).statusCode())
                .isEqualTo(200);
        assertThat(get("127.0.0.20", "/api/sample", "Bearer " + FEEDER_TOKEN).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> get(String from, String path, String authorization)
            throws IOException, InterruptedException {
        return client(from).send(request(path, authorization), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, String authorization) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", authorization)
                .timeout(Patience.LIMIT)
                .build();
    }

    private static HttpClient client(String from) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .localAddress(InetAddress.ofLiteral(from))
                .build();
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Counts checks, and stops them while it is closed. */
    private static final class Gate extends BCryptPasswordEncoder {

        private final AtomicInteger checks = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger mostInside = new AtomicInteger();
        private volatile CountDownLatch opened = new CountDownLatch(0);

        Gate() {
            super(4);
        }

        void close() {
            opened = new CountDownLatch(1);
        }

        void open() {
            opened.countDown();
        }

        @Override
        public boolean matchesNonNull(String password, String hash) {
            checks.incrementAndGet();
            mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                opened.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                inside.decrementAndGet();
            }
            return super.matchesNonNull(password, hash);
        }
    }
}
