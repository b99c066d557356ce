package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.redis.RedisLocation;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three masters on loopback that share the slots. Up in a few seconds. */
public final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16384;

    private final List<RedisServer> masters;

    private RedisCluster(List<RedisServer> masters) {
        this.masters = masters;
    }

    public static RedisCluster start(String... options) {
        // why: the default bus port is the port + 10000, which is above 65535 for many a free port
        RedisCluster cluster = new RedisCluster(Stream.generate(() -> RedisServer.start(Stream.concat(
                Stream.of("--cluster-enabled", "yes",
                        "--cluster-port", Integer.toString(RedisServer.freePort())),
                Stream.of(options))
                .toArray(String[]::new)))
                .limit(3)
                .toList());
        cluster.join();
        return cluster;
    }

    /** A value for {@code spring.data.redis.cluster.nodes}. */
    public String nodes() {
        return masters.stream().map(master -> "127.0.0.1:" + master.port()).collect(Collectors.joining(","));
    }

    /** Set up as in production; the caller closes it. */
    public RedisAccess connect(Duration timeout) {
        List<RedisURI> nodes =
                masters.stream().map(master -> RedisURI.create("127.0.0.1", master.port())).toList();
        return new RedisAccess(
                RedisLocation.cluster(nodes, null, "none"), RedisConnectionOptions.defaults().withTimeout(timeout));
    }

    @Override
    public void close() {
        masters.forEach(RedisServer::close);
    }

    private void join() {
        for (int i = 0; i < masters.size(); i++) {
            int from = SLOTS * i / masters.size();
            int to = SLOTS * (i + 1) / masters.size();
            tell(masters.get(i), redis -> redis.clusterAddSlots(IntStream.range(from, to).toArray()));
        }
        masters.stream().skip(1).forEach(master -> tell(masters.getFirst(), redis -> meet(redis, master)));
        masters.forEach(master -> tell(master, redis -> await()
                .until(() -> redis.clusterInfo().contains("cluster_state:ok"))));
    }

    /** Lettuce's own command does not know the bus port. */
    private static void meet(RedisCommands<String, String> redis, RedisServer other) {
        tell(other, commands -> redis.dispatch(
                CommandType.CLUSTER,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8)
                        .add("MEET")
                        .add("127.0.0.1")
                        .add(other.port())
                        .add(commands.configGet("cluster-port").get("cluster-port"))));
    }

    private static void tell(RedisServer server, Consumer<RedisCommands<String, String>> commands) {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            commands.accept(connection.sync());
        }
    }
}
