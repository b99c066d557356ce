package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Submits to, and cancels at, a service whose administrator is admin with the password correct-horse. */
public final class HttpSubmit {

    private HttpSubmit() {}

    /** @param headers names and values beside those every submit has */
    public static void send(String port, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(port, "").POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        assertAnswer(request, 202);
    }

    public static void cancel(String port, String group, String body) throws IOException, InterruptedException {
        assertAnswer(request(port, "/" + group).method("DELETE", HttpRequest.BodyPublishers.ofString(body)), 200);
    }

    private static HttpRequest.Builder request(String port, String path) {
        String login = Base64.getEncoder().encodeToString("admin:correct-horse".getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/bulk-actions" + path))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/json");
    }

    private static void assertAnswer(HttpRequest.Builder request, int status) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(status);
        }
    }
}
