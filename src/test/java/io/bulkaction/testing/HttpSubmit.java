package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Submits to a service whose administrator is admin with the password correct-horse. */
public final class HttpSubmit {

    private HttpSubmit() {}

    /** @param headers names and values beside those every submit has */
    public static void send(String port, String body, String... headers) throws IOException, InterruptedException {
        String login = Base64.getEncoder().encodeToString("admin:correct-horse".getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:" + port + "/api/bulk-actions"))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(202);
        }
    }
}
