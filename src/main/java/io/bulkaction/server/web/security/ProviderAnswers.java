package io.bulkaction.server.web.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Asks an identity provider for its keys at most every ten seconds, however many JWTs name a key that nobody knows: everybody may
 * send such. While it does not answer, the keys that it had last hold for a day.
 */
final class ProviderAnswers implements ClientHttpRequestInterceptor {

    static final Duration BETWEEN_CALLS = Duration.ofSeconds(10);
    static final Duration KEPT = Duration.ofDays(1);

    private static final Logger log = LoggerFactory.getLogger(ProviderAnswers.class);

    private final LongSupplier nanoClock;
    private final Map<URI, Place> places = new ConcurrentHashMap<>();

    ProviderAnswers(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** What one address said. The addresses come from the settings and from the provider, so they are few. */
    private static final class Place {

        final ReentrantLock lock = new ReentrantLock();
        volatile @Nullable Answer last;
        volatile @Nullable Answer good;
    }

    /** @param failure if there was no answer at all */
    private record Answer(
            long at, HttpStatusCode status, HttpHeaders headers, byte[] body, @Nullable IOException failure)
            implements
                ClientHttpResponse {

        Answer orFailure() throws IOException {
            if (failure != null) {
                throw new IOException(failure.getMessage(), failure);
            }
            return this;
        }

        boolean isGood() {
            return failure == null && status.is2xxSuccessful();
        }

        @Override
        public HttpStatusCode getStatusCode() {
            return status;
        }

        @Override
        public String getStatusText() {
            return "";
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(body);
        }

        @Override
        public void close() {}
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Place place = places.computeIfAbsent(request.getURI(), uri -> new Place());
        Answer good = place.good;
        if (good != null && !place.lock.tryLock()) {
            return good; // somebody asks just now
        } else if (good == null) {
            place.lock.lock();
        }
        try {
            Answer last = place.last;
            if (last == null || nanoClock.getAsLong() - last.at >= BETWEEN_CALLS.toNanos()) {
                last = ask(request, body, execution);
                place.last = last;
                if (last.isGood()) {
                    place.good = last;
                } else {
                    log.warn("the identity provider does not answer at {}: {}", request.getURI(),
                            last.failure == null ? last.status : last.failure.toString());
                }
            }
            Answer known = place.good;
            boolean isKnown = known != null && nanoClock.getAsLong() - known.at < KEPT.toNanos();
            return isKnown ? known : last.orFailure();
        } finally {
            place.lock.unlock();
        }
    }

    private Answer ask(HttpRequest request, byte[] body, ClientHttpRequestExecution execution) {
        try (ClientHttpResponse response = execution.execute(request, body)) {
            HttpHeaders headers = new HttpHeaders();
            headers.putAll(response.getHeaders());
            return new Answer(
                    nanoClock.getAsLong(), response.getStatusCode(), headers, response.getBody().readAllBytes(), null);
        } catch (IOException e) {
            return new Answer(
                    nanoClock.getAsLong(), HttpStatusCode.valueOf(503), new HttpHeaders(), new byte[0], e);
        }
    }
}
