package io.bulkaction.internal.builtin.http;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.AddressNotAllowedException;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.builtin.outbound.HostNotAllowedException;
import io.bulkaction.internal.builtin.outbound.Signature;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Map;
import javax.net.ssl.SSLException;

/** Calls one URL per job. The receiver recognises a repeated call by its Idempotency-Key. */
final class HttpRequestProcessor implements JobProcessor {

    private final HttpRequestSettings settings;
    private final GuardedClient client;
    private final InstantSource clock;
    private final PayloadReader<HttpPayload> payloads = PayloadReader.strict(HttpPayload.class);

    HttpRequestProcessor(HttpRequestSettings settings, GuardedClient client, InstantSource clock) {
        this.settings = settings;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public String type() {
        return "HTTP_REQUEST";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, call -> call(job, call));
    }

    private JobResult call(Job job, HttpPayload call) throws InterruptedException {
        try {
            return new WebhookAnswer(client.send(request(job, call))).result(settings.keepResponse(), clock.instant());
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("call interrupted").initCause(e);
            }
            return noAnswer(call.callUrl(), e);
        }
    }

    private Call request(Job job, HttpPayload payload) {
        byte[] body = payload.bodyBytes();
        Call call = new Call(payload.method().name(), payload.callUrl(), Map.of(), body);
        if (body != null) {
            call = call.with("Content-Type", payload.defaultContentType());
        }
        for (Map.Entry<String, String> header : payload.headers().entrySet()) {
            call = call.with(header.getKey(), header.getValue());
        }
        call = call.with("Idempotency-Key", job.idempotencyKey())
                .with("X-Bulk-Action-Group", job.groupId().value())
                .with("X-Bulk-Action-Attempt", String.valueOf(job.attempt()));
        Secret secret = settings.secretFor(payload.callUrl().host());
        if (secret == null) {
            return call;
        }
        byte[] signed = body == null ? new byte[0] : body;
        return call.with(
                Signature.HEADER, Signature.of(secret.value(), clock.instant(), job.idempotencyKey(), signed));
    }

    private static JobResult noAnswer(CallUrl url, IOException e) {
        String host = url.host();
        return switch (e) {
            case HostNotAllowedException refused ->
                JobResult.permanent(
                        "HOST_NOT_ALLOWED",
                        host + ":" + url.port() + " is not in bulk-action.processors.http-request.allowed-hosts");
            case AddressNotAllowedException refused ->
                JobResult.permanent("ADDRESS_NOT_ALLOWED", String.valueOf(refused.getMessage()));
            case UnknownHostException unknown -> JobResult.failure("UNKNOWN_HOST", "cannot resolve " + host, true);
            case SSLException tls -> JobResult.failure("TLS_ERROR", "no trusted connection to " + host, true);
            // why: every timeout of the client is one of these: connecting, waiting for a connection, reading
            case InterruptedIOException timeout -> JobResult.failure("TIMEOUT", "no answer in time", true);
            default ->
                JobResult.failure(
                        "NETWORK_ERROR", "call of " + host + " failed: " + e.getClass().getSimpleName(), true);
        };
    }
}
