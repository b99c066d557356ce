package io.bulkaction.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.sample.OnWebSlice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** A client that sends a byte now and then and never completes its request, or never takes the answer. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestPropertySource(properties = {
    "bulk-action.requests.head-timeout=1s",
    "bulk-action.requests.body-grace=1s",
    "bulk-action.requests.min-body-rate=1KB",
    "bulk-action.requests.max-connections-per-address=" + HalfSentRequestsIT.MAX_CONNECTIONS,
    // so that Tomcat's own limits are not what ends a connection
    "server.tomcat.connection-timeout=1h",
    "server.tomcat.keep-alive-timeout=1h",
    "server.tomcat.max-keep-alive-requests=-1"
})
class HalfSentRequestsIT {

    static final int MAX_CONNECTIONS = 20;

    private static final String HOST = "Host: localhost\r\n";
    private static final String MACHINE = HOST + "Authorization: Bearer " + OnWebSlice.FEEDER_TOKEN + "\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";

    @LocalServerPort
    int port;

    @Test
    void aHeadThatNeverEndsIsCutAlthoughBytesKeepComing() throws IOException {
        untilTheServerCloses("\r\n", "\r\n");
        untilTheServerCloses("a", "", "GET /", "GET / HTTP/1.1\r\n" + HOST, "GET / HTTP/1.1\r\n" + HOST + "X: ");
    }

    @Test
    void aHeadAfterOthersIsCutToo() throws IOException {
        String served = "GET /actuator/health/liveness HTTP/1.1\r\n" + HOST + "\r\n";

        assertThat(untilTheServerCloses("a", served + "GET /", served + served + "GET /"))
                .allSatisfy(answer -> assertThat(answer).contains("HTTP/1.1 200"));
    }

    @Test
    void aBodyThatNeverEndsIsAnsweredWithATimeout() throws IOException {
        String head = "POST /api/sample HTTP/1.1\r\n" + MACHINE + JSON;

        assertThat(untilTheServerCloses("a",
                head + "Content-Length: 1500\r\n\r\n{\"name\":\"",
                head + "Transfer-Encoding: chunked\r\n\r\n5dc\r\n{\"name\":\"",
                head + "Transfer-Encoding: chunked\r\n\r\n1;"))
                .allSatisfy(answer -> assertThat(answer)
                        .startsWith("HTTP/1.1 408")
                        .contains("\"code\":\"REQUEST_TIMEOUT\"", "Connection: close"));
    }

    /** The request was refused at once, but the rest of its body, which nobody reads, kept the connection open. */
    @Test
    void theRestOfARefusedBodyIsCutToo() throws IOException {
        String head = "POST /api/sample HTTP/1.1\r\n" + HOST + JSON;

        assertThat(untilTheServerCloses("a",
                head + "Content-Length: 1500\r\n\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n5dc\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n1;"))
                .allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 40"));
    }

    @Test
    void aFormThatNeverEndsIsAnsweredWithATimeout() throws IOException {
        assertThat(untilTheServerCloses("a", "POST /login HTTP/1.1\r\n" + HOST
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1500\r\n\r\nusername="))
                .allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 40"));
    }

    /** Whoever asks and asks and never reads an answer kept a connection for ever. */
    @Test
    void aClientThatNeverTakesItsAnswersIsDisconnected() throws IOException {
        byte[] question = ("GET /assets/words-ko.js HTTP/1.1\r\n" + HOST + "Authorization: Bearer "
                + OnWebSlice.OPERATOR_TOKEN + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        AtomicBoolean disconnected = new AtomicBoolean();
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4_096); // so that little is on its way before the server has to wait
            deaf.connect(new InetSocketAddress("127.0.0.1", port));
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        deaf.getOutputStream().write(question);
                    }
                } catch (IOException e) {
                    disconnected.set(true);
                }
            });
            await().untilTrue(disconnected);
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
            String question = "GET /actuator/health/liveness HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n";
            assertThat(untilTheServerCloses("", question).getFirst()).startsWith("HTTP/1.1 200");
        });
    }

    /** Opens a connection for each start and returns what each was answered. */
    private List<String> untilTheServerCloses(String drop, String... starts) throws IOException {
        List<Drip> drips = new ArrayList<>();
        try {
            for (String start : starts) {
                drips.add(new Drip(start, drop));
            }
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(50))
                    .until(() -> drips.stream().filter(Drip::isEnded).count() == starts.length);
            return drips.stream().map(Drip::answer).toList();
        } finally {
            for (Drip drip : drips) {
                drip.close();
            }
        }
    }

    /** A connection that keeps sending the same few bytes. */
    private final class Drip implements AutoCloseable {

        private final Socket socket = new Socket("127.0.0.1", port);
        private final byte[] drop;
        private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
        private boolean ended;

        Drip(String start, String drop) throws IOException {
            this.drop = drop.getBytes(StandardCharsets.ISO_8859_1);
            socket.setSoTimeout(50);
            try {
                socket.getOutputStream().write(start.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                socket.close();
            }
        }

        String answer() {
            return answer.toString(StandardCharsets.UTF_8);
        }

        /** Sends the next drop, and reads what there is to read. */
        boolean isEnded() {
            if (ended || socket.isClosed()) {
                return true;
            }
            try {
                socket.getOutputStream().write(drop);
                int next = socket.getInputStream().read();
                while (next >= 0) {
                    answer.write(next);
                    next = socket.getInputStream().read();
                }
                ended = true;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (IOException e) {
                ended = true;
            }
            return ended;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
