package io.bulkaction.internal.builtin.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/**
 * Calls a service whose address the operator configured, so it may be anywhere. Follows no redirect and reads only the
 * beginning of a long answer; an interrupt ends the call.
 */
public final class TrustedClient implements AutoCloseable {

    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private final HttpClient client;
    private final RestClient rest;

    public TrustedClient(Duration connectTimeout, Duration timeout) {
        client = HttpClient.newBuilder()
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(timeout);
        rest = RestClient.builder().requestFactory(requests).build();
    }

    /** Any status is an answer; only a call without one throws. */
    public Answer send(Call call) throws IOException, InterruptedException {
        RestClient.RequestBodySpec request = rest.method(HttpMethod.valueOf(call.method()))
                .uri(call.url().uri())
                .headers(all -> call.headers().forEach(all::set));
        if (call.body() != null) {
            request.body(call.body());
        }
        try {
            return request.exchangeForRequiredValue((sent, answer) -> read(answer));
        } catch (ResourceAccessException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("call interrupted").initCause(e);
            }
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private static Answer read(ClientHttpResponse answer) throws IOException {
        try (InputStream body = answer.getBody()) {
            byte[] bytes = body.readNBytes(MAX_ANSWER_BYTES);
            return new Answer(
                    answer.getStatusCode().value(),
                    answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER),
                    bytes,
                    bytes.length < MAX_ANSWER_BYTES);
        }
    }
}
