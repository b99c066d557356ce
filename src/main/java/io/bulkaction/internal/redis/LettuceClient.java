package io.bulkaction.internal.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opens connections to one server, to the master that sentinels name, or to a cluster. Shares nothing with the application. */
final class LettuceClient implements AutoCloseable {

    private static final Duration QUIET = Duration.ZERO;
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    /** why not the timeout of commands: who answered a moment ago may hang now */
    private static final Duration REFRESH = Duration.ofSeconds(2);

    private final Channels channels = new Channels();
    private final ClientResources resources = RedisConnectionOptions.resources(channels);
    private final RedisLocation location;
    private final AbstractRedisClient client;
    private final @Nullable Sentinels sentinels;

    LettuceClient(RedisLocation location, RedisConnectionOptions options) {
        this.location = location;
        List<RedisURI> nodes = location.nodes();
        nodes.forEach(node -> setTimeout(node, options.timeout()));
        if (location.kind() == RedisLocation.Kind.CLUSTER) {
            RedisClusterClient cluster = new ClusterClient(resources, nodes);
            cluster.setOptions(options.forCluster(location.ssl()));
            client = cluster;
            sentinels = null;
        } else {
            RedisClient single = RedisClient.create(resources, nodes.getFirst());
            single.setOptions(options.forOneServer(location.ssl()));
            client = single;
            sentinels = location.kind() == RedisLocation.Kind.SENTINEL ? new Sentinels(single, nodes.getFirst()) : null;
        }
    }

    /** Waits until it is connected. */
    Connected connect() {
        return switch (client) {
            case RedisClusterClient cluster -> new Connected(cluster.connect(ByteArrayCodec.INSTANCE), location.text());
            case RedisClient single when sentinels != null -> {
                RedisURI master = sentinels.masterAddress();
                yield connectToMaster(single, master, name(master.getHost(), master.getPort()));
            }
            case RedisClient single -> connectToMaster(single, location.nodes().getFirst(), location.text());
            default -> throw new IllegalStateException("unknown Redis client " + client.getClass());
        };
    }

    /** @param server where it leads, in words */
    record Connected(StatefulConnection<byte[], byte[]> connection, String server) {}

    /** A server that has just been demoted, or that still thinks it is a replica, is not used. */
    private static Connected connectToMaster(RedisClient single, RedisURI address, String server) {
        StatefulRedisConnection<byte[], byte[]> connection = single.connect(ByteArrayCodec.INSTANCE, address);
        try {
            if (!isMaster(connection).get(address.getTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new RedisConnectionException(server + " is not a master");
            }
            return new Connected(connection, server);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            connection.closeAsync();
            throw new RedisConnectionException("No answer of " + server, e);
        } catch (RuntimeException e) {
            connection.closeAsync();
            throw e;
        }
    }

    /** Whether a new connection would lead to a master. Fails if it leads nowhere. */
    CompletableFuture<Boolean> leadsToMaster() {
        return ((RedisClient) client).connectAsync(ByteArrayCodec.INSTANCE, location.nodes().getFirst())
                .toCompletableFuture()
                .thenCompose(connection -> isMaster(connection)
                        .whenComplete((answer, failure) -> connection.closeAsync()));
    }

    /** Whoever may not ask believes it. */
    static CompletableFuture<Boolean> isMaster(StatefulRedisConnection<byte[], byte[]> connection) {
        return connection.async().role().toCompletableFuture()
                .thenApply(role -> role.getFirst() instanceof byte[] word && Utf8.text(word).equals("master"))
                .exceptionallyCompose(failure -> isForbidden(failure) ? CompletableFuture.completedFuture(true)
                        : CompletableFuture.failedFuture(failure));
    }

    private static boolean isForbidden(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String answer = cause instanceof RedisCommandExecutionException ? String.valueOf(cause.getMessage()) : "";
        return answer.startsWith("NOPERM") || answer.startsWith("ERR unknown command");
    }

    /**
     * Whom sentinels call the master now; empty where there are none, or none answers. The text is empty while the master
     * is being replaced.
     *
     * @param news called when this may have changed
     */
    Optional<String> namedMaster(Runnable news) {
        return Optional.ofNullable(sentinels)
                .flatMap(known -> {
                    known.subscribe(news);
                    return known.master();
                })
                .map(master -> master.isReplaced() ? "" : name(master.host(), master.port()));
    }

    /** Those that have slots of a cluster. */
    List<RedisClusterNode> masters() {
        return ((ClusterClient) client).order().masters();
    }

    /**
     * Asks the nodes of a cluster that answer who has which slots. Whatever is under way at a node that has none, or has
     * failed, then fails at once.
     *
     * @return those that have slots
     */
    List<RedisClusterNode> leaveFormerMasters(Map<RedisClusterNode, Boolean> answers) {
        ClusterClient cluster = (ClusterClient) client;
        cluster.askOnly(answers.containsValue(false) ? answers.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(answer -> answer.getKey().getUri())
                .toList() : null);
        refresh(cluster);
        // why once: whoever did not answer is either left now or asked again
        ClusterClient.Order order = cluster.order();
        Set<InetSocketAddress> former = order.others().stream()
                .flatMap(node -> addresses(node.getUri()))
                .collect(Collectors.toSet());
        channels.cut(former::contains);
        return order.masters();
    }

    /** why not as Lettuce resolves it: it leaves that to whoever connects, and what is not resolved equals no open connection */
    private static Stream<InetSocketAddress> addresses(RedisURI node) {
        try {
            return Arrays.stream(InetAddress.getAllByName(node.getHost()))
                    .map(address -> new InetSocketAddress(address, node.getPort()));
        } catch (UnknownHostException e) {
            return Stream.empty(); // no connection leads there
        }
    }

    private static void refresh(ClusterClient cluster) {
        try {
            cluster.refreshPartitionsAsync().toCompletableFuture().get(REFRESH.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new RedisConnectionException("Nobody says who has which slots of the cluster", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisConnectionException("interrupted while asking who has which slots", e);
        }
    }

    private static String name(String host, int port) {
        return host + ":" + port;
    }

    static RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return switch (connection) {
            case StatefulRedisClusterConnection<byte[], byte[]> cluster -> cluster.async();
            case StatefulRedisConnection<byte[], byte[]> single -> single.async();
            default -> throw new IllegalStateException("unknown Redis connection " + connection.getClass());
        };
    }

    private static void setTimeout(RedisURI node, Duration timeout) {
        node.setTimeout(timeout);
        node.getSentinels().forEach(sentinel -> sentinel.setTimeout(timeout));
    }

    @Override
    public void close() {
        client.shutdown(QUIET, SHUTDOWN);
        resources.shutdown(QUIET.toMillis(), SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
    }
}
