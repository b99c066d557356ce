package io.bulkaction.internal.run;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.ClientLimits;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.builtin.outbound.Signature;
import io.bulkaction.internal.settings.CallbackSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Posts callbacks without blocking the caller. Follows no redirects, because their targets may not be allowed. */
public final class CallbackSender implements AutoCloseable {

    /** Over all queues; each queue also has its own limit. */
    private static final int MAX_CONNECTIONS = 1_000;

    private final CallbackSettings settings;
    private final CallbackPolicy policy;
    private final GuardedClient client;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();

    public CallbackSender(CallbackSettings settings) {
        this(settings, new GuardedClient(
                ClientLimits.ofMessages(settings.timeout(), MAX_CONNECTIONS), settings.hostPolicy()));
    }

    CallbackSender(CallbackSettings settings, GuardedClient client) {
        this.settings = settings;
        this.policy = new CallbackPolicy(settings.hostPolicy());
        this.client = client;
    }

    public CallbackSettings settings() {
        return settings;
    }

    /**
     * Posts a body. The receiver gets the id as {@code Idempotency-Key}; it is the same in every attempt.
     *
     * @return the status of the answer
     * @throws CallbackRefusedException if the URL is not allowed, or not any more
     */
    public CompletableFuture<Integer> post(String url, String id, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        Call call = Call.post(policy.check(url), body)
                .with("Idempotency-Key", id)
                .with(Signature.HEADER, Signature.of(settings.secret(), Instant.now(), id, body));
        return CompletableFuture.supplyAsync(() -> status(call), calls);
    }

    private int status(Call call) {
        try {
            return client.send(call).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        calls.shutdownNow();
        client.close();
    }
}
