package io.bulkaction.internal.builtin.http;

import io.bulkaction.Job;
import io.bulkaction.internal.builtin.Jobs;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.builtin.outbound.GuardedResolver;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** A receiver on loopback and processors that may call it, 127.0.0.1 alone unless a test says more. */
final class Webhooks implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-01-20T10:00:00Z");

    final LocalHttp server = new LocalHttp();

    private final List<GuardedClient> clients = new ArrayList<>();

    Webhooks() throws IOException {}

    Job call(String more) {
        return Jobs.of("HTTP_REQUEST", "{\"url\":\"" + server.uri("/hook") + "\"" + more + "}");
    }

    HttpRequestProcessor processor(Map<String, String> properties) {
        return processor(properties, InetAddress::getAllByName);
    }

    HttpRequestProcessor processor(Map<String, String> properties, GuardedResolver.Dns dns) {
        Map<String, String> all = new HashMap<>(Map.of("allowed-hosts", "127.0.0.1:" + server.port()));
        all.putAll(properties);
        HttpRequestSettings settings = new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("", Bindable.of(HttpRequestSettings.class));
        GuardedClient client = new GuardedClient(settings.limits(), settings.policy(), dns);
        clients.add(client);
        return new HttpRequestProcessor(settings, client, InstantSource.fixed(NOW));
    }

    @Override
    public void close() {
        server.close();
        clients.forEach(GuardedClient::close);
    }
}
