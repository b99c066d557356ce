package io.bulkaction.internal.builtin.rest;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/**
 * Calls a service whose address an operator configured. Redirects are not followed, an answer is read up to a
 * limit, an interrupt ends the call.
 */
public final class HttpCaller implements AutoCloseable {

    private static final int LARGEST_ANSWER = 64 * 1024;

    private final HttpClient client;
    private final RestClient rest;

    public HttpCaller(Duration connectTimeout, Duration timeout) {
        client = HttpClient.newBuilder()
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(timeout);
        rest = RestClient.builder().requestFactory(requests).build();
    }

    /** Any status is an answer; only a call that got none is an exception. */
    public HttpAnswer call(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body)
            throws IOException, InterruptedException {
        RestClient.RequestBodySpec request = rest.method(method).uri(uri).headers(all -> all.putAll(headers));
        if (body != null) {
            request.body(body);
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

    private static HttpAnswer read(ClientHttpResponse answer) throws IOException {
        try (InputStream body = answer.getBody()) {
            return new HttpAnswer(
                    answer.getStatusCode().value(), answer.getHeaders(), body.readNBytes(LARGEST_ANSWER));
        }
    }
}
