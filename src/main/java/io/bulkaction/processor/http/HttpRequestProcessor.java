package io.bulkaction.processor.http;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;
import io.bulkaction.processor.JobProcessor;
import io.bulkaction.processor.PayloadReader;
import io.bulkaction.processor.Secret;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.time.InstantSource;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Calls one URL per job. The other side can tell a repeated call by its Idempotency-Key, the job id. */
final class HttpRequestProcessor implements JobProcessor {

    private final HttpRequestSettings settings;
    private final HostPolicy policy;
    private final WebhookClient client;
    private final InstantSource clock;
    private final PayloadReader<HttpPayload> payloads = PayloadReader.strict(HttpPayload.class);

    HttpRequestProcessor(HttpRequestSettings settings, WebhookClient client, InstantSource clock) {
        this.settings = settings;
        this.policy = settings.policy();
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
        String host = call.uri().getHost();
        if (!policy.allows(host, call.port())) {
            return JobResult.permanent(
                    "HOST_NOT_ALLOWED",
                    host + ":" + call.port() + " is not in bulk-action.processors.http-request.allowed-hosts");
        }
        try {
            return client.send(request(job, call)).result(settings.keepResponse(), clock.instant());
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("call interrupted").initCause(e);
            }
            return noAnswer(host, e);
        }
    }

    private HttpUriRequestBase request(Job job, HttpPayload call) {
        HttpUriRequestBase request = new HttpUriRequestBase(call.method().name(), call.uri());
        byte[] body = call.bodyBytes();
        if (body != null) {
            request.setEntity(new ByteArrayEntity(body, null));
            request.setHeader("Content-Type", call.defaultContentType());
        }
        call.headers().forEach(request::setHeader);
        request.setHeader("Idempotency-Key", job.id().value());
        request.setHeader("X-Bulk-Action-Group", job.groupId().value());
        request.setHeader("X-Bulk-Action-Attempt", String.valueOf(job.attempt()));
        Secret secret = settings.secretFor(call.uri().getHost());
        if (secret != null) {
            byte[] signed = body == null ? new byte[0] : body;
            request.setHeader(Signature.HEADER, Signature.of(secret, clock.instant(), job.id(), signed));
        }
        return request;
    }

    private static JobResult noAnswer(String host, IOException e) {
        return switch (e) {
            case AddressNotAllowedException refused ->
                JobResult.permanent("ADDRESS_NOT_ALLOWED", String.valueOf(refused.getMessage()));
            case UnknownHostException unknown -> JobResult.failure("UNKNOWN_HOST", "cannot resolve " + host, true);
            case SSLException tls -> JobResult.failure("TLS_ERROR", "no trusted connection to " + host, true);
            // why: every timeout of the client is one of these: connecting, waiting for a connection, reading
            case InterruptedIOException timeout -> JobResult.failure("TIMEOUT", "no answer in time", true);
            default ->
                JobResult.failure(
                        "NETWORK_ERROR", "call of " + host + " broke: " + e.getClass().getSimpleName(), true);
        };
    }
}
