package io.bulkaction.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.sample.OnWebSlice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** A client that sends a byte now and then, and never completes its request. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestPropertySource(properties = {
    "bulk-action.requests.head-timeout=1s",
    "bulk-action.requests.body-grace=1s",
    "bulk-action.requests.min-body-rate=1KB",
    "bulk-action.requests.max-connections-per-address=" + HalfSentRequestsIT.MAX_CONNECTIONS
})
class HalfSentRequestsIT {

    static final int MAX_CONNECTIONS = 20;

    private static final String HOST = "Host: localhost\r\n";
    private static final String MACHINE = HOST + "Authorization: Bearer " + OnWebSlice.FEEDER_TOKEN + "\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "GET /", "GET / HTTP/1.1\r\n" + HOST, "GET / HTTP/1.1\r\n" + HOST + "X: "})
    void aHeadThatNeverEndsIsCutAlthoughBytesKeepComing(String start) throws IOException {
        try (Drip drip = new Drip(start, start.equals("\r\n") ? "\r\n" : "a")) {
            drip.untilTheServerCloses();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /actuator/health/liveness HTTP/1.1\r\n" + HOST + "\r\n"})
    void aHeadAfterOthersIsCutToo(String before) throws IOException {
        String served = "GET /actuator/health/liveness HTTP/1.1\r\n" + HOST + "\r\n";
        try (Drip drip = new Drip(served + before + "GET /", "a")) {
            assertThat(drip.untilTheServerCloses()).contains("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1500\r\n\r\n{\"name\":\"",
        "Transfer-Encoding: chunked\r\n\r\n5dc\r\n{\"name\":\"",
        "Transfer-Encoding: chunked\r\n\r\n1;"})
    void aBodyThatNeverEndsIsAnsweredWithATimeout(String start) throws IOException {
        try (Drip drip = new Drip("POST /api/sample HTTP/1.1\r\n" + MACHINE + JSON + start, "a")) {
            assertThat(drip.untilTheServerCloses())
                    .startsWith("HTTP/1.1 408")
                    .contains("\"code\":\"REQUEST_TIMEOUT\"", "Connection: close");
        }
    }

    /** The request was refused at once, but the rest of its body, which nobody reads, kept the connection open. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1500\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5dc\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1;"})
    void theRestOfARefusedBodyIsCutToo(String start) throws IOException {
        try (Drip drip = new Drip("POST /api/sample HTTP/1.1\r\n" + HOST + JSON + start, "a")) {
            assertThat(drip.untilTheServerCloses()).startsWith("HTTP/1.1 40");
        }
    }

    @Test
    void aFormThatNeverEndsIsAnsweredWithATimeout() throws IOException {
        try (Drip drip = new Drip("POST /login HTTP/1.1\r\n" + HOST
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1500\r\n\r\nusername=", "a")) {
            assertThat(drip.untilTheServerCloses()).startsWith("HTTP/1.1 40");
        }
    }

    /** Thousands of connections of one client kept everybody else from being answered. */
    @Test
    void anAddressHasALimitedNumberOfConnections() throws IOException {
        List<Drip> held = new ArrayList<>();
        try {
            await().until(() -> {
                for (int i = 0; i < 2 * MAX_CONNECTIONS; i++) {
                    held.add(new Drip("GET / HTTP/1.1\r\n", "a"));
                }
                return held.stream().filter(Drip::isEnded).count() >= MAX_CONNECTIONS;
            });
        } finally {
            for (Drip drip : held) {
                drip.close();
            }
        }

        await().untilAsserted(() -> {
            try (Drip next = new Drip(
                    "GET /actuator/health/liveness HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n", "")) {
                assertThat(next.untilTheServerCloses()).startsWith("HTTP/1.1 200");
            }
        });
    }

    /** A connection that keeps sending the same few bytes. */
    private final class Drip implements AutoCloseable {

        private final Socket socket = new Socket("127.0.0.1", port);
        private final byte[] drop;
        private final ByteArrayOutputStream answer = new ByteArrayOutputStream();

        Drip(String start, String drop) throws IOException {
            this.drop = drop.getBytes(StandardCharsets.ISO_8859_1);
            socket.setSoTimeout(50);
            try {
                socket.getOutputStream().write(start.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                socket.close();
            }
        }

        /** What the server answered until it closed the connection. */
        String untilTheServerCloses() {
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(50)).until(this::isEnded);
            return answer.toString(StandardCharsets.UTF_8);
        }

        boolean isEnded() {
            if (socket.isClosed()) {
                return true;
            }
            try {
                socket.getOutputStream().write(drop);
                int next = socket.getInputStream().read();
                while (next >= 0) {
                    answer.write(next);
                    next = socket.getInputStream().read();
                }
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
