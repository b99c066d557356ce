package io.bulkaction.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Asks all sentinels who is the master; they may disagree for a moment, and the one with the latest failover is right. */
final class Sentinels {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RedisClient client;
    private final RedisURI location;
    private final Map<RedisURI, CompletableFuture<StatefulRedisSentinelConnection<String, String>>> connections =
            new ConcurrentHashMap<>();

    Sentinels(RedisClient client, RedisURI location) {
        this.client = client;
        this.location = location;
    }

    /** @param failover grows with every failover */
    record Master(String host, int port, long failover) {}

    /** Address and login of the master. */
    RedisURI masterAddress() {
        Master master = master().orElseThrow(() -> new RedisConnectionException(
                "No sentinel knows the master " + location.getSentinelMasterId()));
        RedisURI address = RedisURI.create(master.host(), master.port());
        address.applyAuthentication(location);
        address.applySsl(location);
        address.setDatabase(location.getDatabase());
        address.setTimeout(location.getTimeout());
        return address;
    }

    /** Empty if no sentinel answers. */
    Optional<Master> master() {
        List<CompletableFuture<Master>> answers = new ArrayList<>();
        for (RedisURI sentinel : location.getSentinels()) {
            answers.add(connection(sentinel)
                    .thenCompose(open -> open.async().master(location.getSentinelMasterId()))
                    .thenApply(Sentinels::master)
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        }
        return answers.stream()
                .map(answer -> answer.exceptionally(unreachable -> null).join())
                .filter(answer -> answer != null)
                .max(Comparator.comparingLong(Master::failover));
    }

    private static Master master(Map<String, String> fields) {
        return new Master(
                fields.get("ip"),
                Integer.parseInt(fields.get("port")),
                Long.parseLong(fields.getOrDefault("config-epoch", "0")));
    }

    private CompletableFuture<StatefulRedisSentinelConnection<String, String>> connection(RedisURI sentinel) {
        return connections.compute(sentinel, (_, known) -> known != null && !known.isCompletedExceptionally() ? known
                : client.connectSentinelAsync(StringCodec.UTF8, sentinel));
    }
}
