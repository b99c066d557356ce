package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.server.web.ServiceOverHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/** A submitter whose bodies never end, but stay within the time limits of a body. */
@TestPropertySource(properties = {
    "bulk-action.engine.enabled=false",
    "bulk-action.requests.max-concurrent-submits=2",
    "bulk-action.requests.body-grace=10m",
    "server.tomcat.connection-timeout=10m"
})
class SlowSubmitsIT extends ServiceOverHttp {

    private static final int MORE_THAN_PERMITS = 10;
    private static final String PATH = "/api/bulk-actions?groupId=slow&processorType=SIMULATE";
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String DOCUMENT =
            "{\"groupId\":\"slow\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":1}]}";

    private final List<Socket> held = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : held) {
            socket.close();
        }
    }

    /** With eight connections one submitter made every submit of everybody get 503. */
    @ParameterizedTest
    @ValueSource(strings = {LINES, JSON})
    void oneUserWithSlowBodiesDoesNotShutOutTheOthers(String slow) throws Exception {
        // why again and again: those beyond the user's share are refused after a while
        await().until(() -> {
            for (int i = 0; i < MORE_THAN_PERMITS; i++) {
                held.add(endless(slow));
            }
            return submit(slow, SENDER).status() == 503;
        });

        assertThat(submit(JSON, ADMIN).status()).isEqualTo(202);
        assertThat(submit(LINES, ADMIN).status()).isEqualTo(202);
    }

    private Answer submit(String type, String who) throws IOException, InterruptedException {
        return type.equals(JSON)
                ? post("/api/bulk-actions", who, DOCUMENT)
                : post(PATH, who, LINES, "{\"payload\":1}\n");
    }

    private Socket endless(String type) throws IOException {
        Socket socket = new Socket("127.0.0.1", request("/").build().uri().getPort());
        String path = type.equals(JSON) ? "/api/bulk-actions" : PATH;
        socket.getOutputStream().write(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + SENDER
                + "\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n"
                + (type.equals(JSON) ? "{" : "\n") + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
