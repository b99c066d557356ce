package io.bulkaction.internal.builtin.order;

import io.bulkaction.spi.ExchangeClient;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All exchanges by name. Later clients win, so that a bean can replace a configured client. */
final class Exchanges implements AutoCloseable {

    private final Map<String, ExchangeClient> clients = new TreeMap<>();

    Exchanges(Collection<? extends ExchangeClient> configured, Collection<? extends ExchangeClient> own) {
        configured.forEach(this::put);
        own.forEach(this::put);
    }

    Optional<ExchangeClient> find(String exchange) {
        return Optional.ofNullable(clients.get(key(exchange)));
    }

    Set<String> names() {
        return clients.keySet();
    }

    @Override
    public void close() {
        clients.values().forEach(Exchanges::close);
    }

    private void put(ExchangeClient client) {
        ExchangeClient replaced = clients.put(key(client.exchange()), client);
        if (replaced != null) {
            close(replaced);
        }
    }

    private static void close(ExchangeClient client) {
        // why: beans are closed by their owner
        if (client instanceof HttpExchangeClient configured) {
            configured.close();
        }
    }

    private static String key(String exchange) {
        return exchange.toLowerCase(Locale.ROOT);
    }
}
