package io.bulkaction.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.sample.OnWebSlice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** Probes on their own port, while the main port takes only ten connections. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestPropertySource(properties = {
    "management.server.port=0",
    "server.tomcat.max-connections=10",
    "server.tomcat.connection-timeout=10m",
    "bulk-action.requests.head-timeout=10m",
    "bulk-action.requests.max-connections-per-address=0"
})
class ManagementPortIT {

    @LocalServerPort
    int port;

    @LocalManagementPort
    int management;

    @Test
    void probesAreAnsweredWhileTheMainPortIsExhausted() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 30; i++) {
                Socket socket = new Socket("127.0.0.1", port);
                socket.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.ISO_8859_1));
                held.add(socket);
            }

            assertThat(get("/actuator/health/liveness", null).statusCode()).isEqualTo(200);
            assertThat(get("/actuator/health/readiness", null).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void theSameAccessRulesHoldThere() throws Exception {
        assertThat(get("/actuator/health", null).statusCode()).isEqualTo(200);
        assertThat(get("/actuator/prometheus", null).statusCode()).isEqualTo(200);
        assertThat(get("/actuator/info", null).statusCode()).isEqualTo(401);
        assertThat(get("/actuator/info", OnWebSlice.FEEDER_TOKEN).statusCode()).isEqualTo(403);
        assertThat(get("/actuator/info", OnWebSlice.OPERATOR_TOKEN).statusCode()).isEqualTo(200);
        assertThat(get("/api/sample", OnWebSlice.FEEDER_TOKEN).statusCode()).isEqualTo(404);
    }

    /** As the main port: a server on all addresses would also answer on every loopback address. */
    @Test
    void itListensWhereTheMainPortListens() throws IOException {
        try (Socket socket = new Socket()) {
            assertThatThrownBy(() -> socket.connect(new InetSocketAddress("127.0.0.2", management), 2000))
                    .isInstanceOf(IOException.class);
        }
    }

    private HttpResponse<String> get(String path, @Nullable String token) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }
}
