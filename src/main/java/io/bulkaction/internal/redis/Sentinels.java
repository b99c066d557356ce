package io.bulkaction.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Asks all sentinels who is the master; they may disagree for a moment, and the one with the latest failover is right. While
 * one of them replaces the master there is none, until that one names another: the old one would still answer, and what it
 * is told then is thrown away, even if a replica that still follows it has confirmed it.
 */
final class Sentinels {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** What sentinels publish right before they promote a replica, and after it. */
    private static final String[] NEWS = {"+failover-state-*", "-failover-*", "+promoted-slave", "+switch-master"};

    private final RedisClient client;
    private final RedisURI location;
    private final Map<RedisURI, CompletableFuture<?>> subscriptions = new ConcurrentHashMap<>();
    private final Map<RedisURI, CompletableFuture<StatefulRedisSentinelConnection<String, String>>> connections =
            new ConcurrentHashMap<>();

    Sentinels(RedisClient client, RedisURI location) {
        this.client = client;
        this.location = location;
    }

    /**
     * @param failover grows with every failover
     * @param isReplaced whether it is on the way out
     */
    record Master(String host, int port, long failover, boolean isReplaced) {}

    /** Address and login of the master. */
    RedisURI masterAddress() {
        Master master = master().filter(known -> !known.isReplaced()).orElseThrow(() -> new RedisConnectionException(
                "No sentinel knows the master " + location.getSentinelMasterId() + ", or it is being replaced"));
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
                    .thenCompose(open -> open.async().master(location.getSentinelMasterId())
                            .thenCompose(fields -> master(open, fields)))
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        }
        return answers.stream()
                .map(answer -> answer.exceptionally(unreachable -> null).join())
                .filter(answer -> answer != null)
                .max(Comparator.comparingLong(Master::failover).thenComparing(Master::isReplaced));
    }

    /** A sentinel that replaces the master names the next one elsewhere first. */
    private CompletionStage<Master> master(
            StatefulRedisSentinelConnection<String, String> sentinel, Map<String, String> fields) {
        String host = fields.get("ip");
        int port = Integer.parseInt(fields.get("port"));
        long failover = Long.parseLong(fields.getOrDefault("config-epoch", "0"));
        if (!fields.getOrDefault("flags", "").contains("failover_in_progress")) {
            return CompletableFuture.completedFuture(new Master(host, port, failover, false));
        }
        return sentinel.async().getMasterAddrByName(location.getSentinelMasterId())
                .thenApply(address -> address instanceof InetSocketAddress next && next.getPort() > 0
                        && !(next.getHostString().equals(host) && next.getPort() == port)
                                ? new Master(next.getHostString(), next.getPort(), failover + 1, false)
                                : new Master(host, port, failover, true));
    }

    /** Tells when something may have changed; for as long as the client is open. */
    void subscribe(Runnable news) {
        for (RedisURI sentinel : location.getSentinels()) {
            subscriptions.compute(sentinel,
                    (address, known) -> known != null && !known.isCompletedExceptionally() ? known
                            : client.connectPubSubAsync(StringCodec.UTF8, sentinel)
                                    .thenCompose(connection -> subscribe(connection, news))
                                    .toCompletableFuture());
        }
    }

    private static CompletionStage<Void> subscribe(
            StatefulRedisPubSubConnection<String, String> connection, Runnable news) {
        connection.addListener(new RedisPubSubAdapter<>() {

            @Override
            public void message(String pattern, String channel, String message) {
                news.run();
            }
        });
        return connection.async().psubscribe(NEWS).whenComplete((subscribed, failure) -> {
            if (failure != null) {
                connection.closeAsync();
            }
        });
    }

    private CompletableFuture<StatefulRedisSentinelConnection<String, String>> connection(RedisURI sentinel) {
        return connections.compute(sentinel,
                (address, known) -> known != null && !known.isCompletedExceptionally() ? known
                        : client.connectSentinelAsync(StringCodec.UTF8, sentinel));
    }
}
