package io.bulkaction.internal.builtin.outbound;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
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
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Makes the calls of a {@link GuardedClient} with Apache's client: the JDK's cannot be told which address to connect to. */
final class ApacheExchange implements AutoCloseable {

    private final ClientLimits limits;
    private final CloseableHttpClient client;

    ApacheExchange(ClientLimits limits, HostPolicy policy, GuardedResolver.Dns dns) {
        this.limits = limits;
        Timeout connect = Timeout.of(limits.connectTimeout());
        Timeout silence = Timeout.of(limits.timeout());
        PoolingHttpClientConnectionManager connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(new GuardedResolver(policy, dns))
                .setMaxConnTotal(limits.maxConnections())
                .setMaxConnPerRoute(limits.maxConnectionsPerHost())
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

    Answer send(Call call) throws IOException {
        HttpUriRequestBase request = request(call);
        CompletableFuture<@Nullable Void> alarm = alarm(request);
        try {
            return send(request);
        } catch (IOException e) {
            if (alarm.isCompletedExceptionally()) {
                throw (IOException) new InterruptedIOException("timed out after " + limits.total()).initCause(e);
            }
            throw e;
        } finally {
            alarm.complete(null);
        }
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }

    private static HttpUriRequestBase request(Call call) {
        HttpUriRequestBase request = new HttpUriRequestBase(call.method(), call.url().uri());
        if (call.body() != null) {
            request.setEntity(new ByteArrayEntity(call.body(), null));
        }
        call.headers().forEach(request::setHeader);
        return request;
    }

    /** Ends a call that takes too long in total: the client's own timeouts restart with every byte. */
    private CompletableFuture<@Nullable Void> alarm(HttpUriRequestBase request) {
        CompletableFuture<@Nullable Void> alarm = new CompletableFuture<>();
        if (limits.total() != null) {
            alarm.orTimeout(limits.total().toMillis(), TimeUnit.MILLISECONDS).whenComplete((nothing, late) -> {
                if (late != null) {
                    request.cancel();
                }
            });
        }
        return alarm;
    }

    private Answer send(HttpUriRequestBase request) throws IOException {
        ClassicHttpResponse response = client.executeOpen(null, request, null);
        try {
            Header header = response.getFirstHeader("Retry-After");
            String retryAfter = header == null ? null : header.getValue();
            HttpEntity entity = response.getEntity();
            return entity == null
                    ? new Answer(response.getCode(), retryAfter, new byte[0], true)
                    : read(response.getCode(), retryAfter, entity);
        } finally {
            // why: closing drains what is left of an answer, however long; after a cancel the connection is gone
            request.cancel();
            Closer.closeQuietly(response);
        }
    }

    /** Reads to the end if it is near, so that the connection can be reused. */
    private Answer read(int status, @Nullable String retryAfter, HttpEntity entity) throws IOException {
        long limit = limits.maxResponseBytes();
        long end = System.nanoTime() + limits.timeout().toNanos();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        // why: if only the status matters, do not wait for a body that may never come
        boolean wanted = limit > 0 || entity.getContentLength() == 0;
        try {
            InputStream content = entity.getContent();
            while (wanted && System.nanoTime() - end < 0) {
                int count = content.read(buffer);
                if (count == -1) {
                    return new Answer(status, retryAfter, kept.toByteArray(), true);
                }
                kept.write(buffer, 0, (int) Math.min(count, limit - kept.size()));
                if (count > 0 && kept.size() >= limit) {
                    break;
                }
            }
        } catch (IOException e) {
            // why: the status was the answer; failing now would repeat a call that the other side has accepted
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
        return new Answer(status, retryAfter, kept.toByteArray(), false);
    }
}
