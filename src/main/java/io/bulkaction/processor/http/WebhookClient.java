package io.bulkaction.processor.http;

import io.bulkaction.processor.http.WebhookAnswer.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends one request and reads at most so much of its answer. Follows no redirect, keeps no cookie, repeats nothing by
 * itself and unpacks nothing.
 */
final class WebhookClient implements AutoCloseable {

    private final HttpRequestSettings settings;
    private final CloseableHttpClient client;

    WebhookClient(HttpRequestSettings settings, GuardedResolver resolver) {
        this.settings = settings;
        Timeout connect = Timeout.of(settings.connectTimeout());
        Timeout silence = Timeout.of(settings.timeout());
        PoolingHttpClientConnectionManager connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(resolver)
                .setMaxConnTotal(settings.maxConnections())
                .setMaxConnPerRoute(settings.maxConnectionsPerHost())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setSocketTimeout(silence)
                        // why: a host that moved is noticed within minutes even under steady load
                        .setTimeToLive(TimeValue.ofMinutes(5))
                        .setValidateAfterInactivity(TimeValue.of(500, TimeUnit.MILLISECONDS))
                        .build())
                .build();
        client = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(connect)
                        .setResponseTimeout(silence)
                        .build())
                .setUserAgent("bulk-action")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching()
                .build();
    }

    WebhookAnswer send(HttpUriRequestBase request) throws IOException {
        ClassicHttpResponse response = client.executeOpen(null, request, null);
        try {
            Header retryAfter = response.getFirstHeader("Retry-After");
            Body body = response.getEntity() == null ? Body.EMPTY : read(response.getEntity());
            return new WebhookAnswer(response.getCode(), retryAfter == null ? null : retryAfter.getValue(), body);
        } finally {
            // why: closing drains what is left of an answer, however long; after a cancel the connection is gone
            request.cancel();
            Closer.closeQuietly(response);
        }
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }

    /** Reads to the end if that is near, so that the connection can be used again. */
    private Body read(HttpEntity entity) throws IOException {
        long limit = settings.maxResponseSize().toBytes();
        long end = System.nanoTime() + settings.timeout().toNanos();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try {
            InputStream content = entity.getContent();
            while (System.nanoTime() - end < 0) {
                int count = content.read(buffer);
                if (count == -1) {
                    return new Body(kept.toByteArray(), true);
                }
                kept.write(buffer, 0, (int) Math.min(count, limit - kept.size()));
                if (count > 0 && kept.size() >= limit) {
                    break;
                }
            }
        } catch (IOException e) {
            // why: the status was the answer; to fail now would repeat a call that the other side has taken
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
        return new Body(kept.toByteArray(), false);
    }
}
