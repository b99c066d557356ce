package io.bulkaction.group.callback;

import io.bulkaction.settings.CallbackSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Posts callbacks without blocking anybody. Follows no redirect: its target is on nobody's list. */
public final class CallbackSender implements AutoCloseable {

    private final CallbackSettings settings;
    private final CallbackPolicy policy;
    private final HttpClient client;

    public CallbackSender(CallbackSettings settings) {
        this.settings = settings;
        this.policy = new CallbackPolicy(settings.allowedHosts());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.timeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    public CallbackPolicy policy() {
        return policy;
    }

    public CallbackSettings settings() {
        return settings;
    }

    /**
     * Posts a body. The receiver gets the id as {@code Idempotency-Key}: it is the same each time this is tried.
     *
     * @return the status of the answer
     * @throws CallbackRefusedException when the URL is not allowed, or not any more
     */
    public CompletableFuture<Integer> post(String url, String id, String json) {
        URI uri = policy.check(url);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .header("User-Agent", "bulk-action")
                .header("Idempotency-Key", id)
                .header(CallbackSignature.HEADER, CallbackSignature.of(settings.secret(), Instant.now(), id, json))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()).thenApply(CallbackSender::status);
    }

    /** The status is the whole answer: a body, which may never end, is not read. */
    private static int status(HttpResponse<InputStream> response) {
        try (InputStream _ = response.body()) {
            return response.statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
