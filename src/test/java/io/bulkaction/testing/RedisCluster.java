package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.redis.RedisLocation;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Three masters on loopback that share the slots, with or without a replica each. Up in a few seconds. */
public final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16384;

    /** At first; the first of all servers. */
    private static final int MASTERS = 3;

    private final List<RedisServer> servers;

    private RedisCluster(List<RedisServer> servers) {
        this.servers = servers;
    }

    public static RedisCluster start(String... options) {
        return start(MASTERS, options);
    }

    /** A master that does not answer for two seconds is replaced. */
    public static RedisCluster startWithReplicas() {
        RedisCluster cluster =
                start(2 * MASTERS, "--cluster-node-timeout", "2000", "--cluster-replica-validity-factor", "0");
        for (int i = 0; i < MASTERS; i++) {
            String master = cluster.ask(cluster.servers.get(i), RedisCommands::clusterMyId);
            RedisServer replica = cluster.servers.get(MASTERS + i);
            await().ignoreExceptions().until(() -> cluster.ask(replica, redis -> redis.clusterReplicate(master)),
                    "OK"::equals);
        }
        cluster.awaitHealthy();
        return cluster;
    }

    private static RedisCluster start(int size, String... options) {
        // why: the default bus port is the port + 10000, which is above 65535 for many a free port
        RedisCluster cluster = new RedisCluster(Stream.generate(() -> RedisServer.start(Stream.concat(
                Stream.of("--cluster-enabled", "yes",
                        "--cluster-port", Integer.toString(RedisServer.freePort())),
                Stream.of(options))
                .toArray(String[]::new)))
                .limit(size)
                .toList());
        cluster.join();
        return cluster;
    }

    /** Who serves a slot, as far as the others know. */
    public RedisServer masterOf(int slot) {
        RedisClusterNode node = nodes(null).stream()
                .filter(each -> each.is(NodeFlag.UPSTREAM) && !each.is(NodeFlag.FAIL) && each.hasSlot(slot))
                .findFirst()
                .orElseThrow();
        return byPort(node.getUri().getPort());
    }

    public RedisServer replicaOf(RedisServer master) {
        String id = idOf(master);
        return nodes(null).stream()
                .filter(node -> id.equals(node.getSlaveOf()) && !node.is(NodeFlag.FAIL))
                .map(node -> byPort(node.getUri().getPort()))
                .findFirst()
                .orElseThrow();
    }

    /** As an administrator does it, without losing anything. */
    public void failOver(int slot) {
        RedisServer before = masterOf(slot);
        ask(replicaOf(before), redis -> redis.clusterFailover(false));
        await().ignoreExceptions().until(() -> masterOf(slot) != before);
    }

    /** Until its replica has taken over, and a little longer. */
    public void freezeMaster(int slot, Duration longer) {
        RedisServer before = masterOf(slot);
        before.freeze();
        await().ignoreExceptions().until(() -> masterOf(slot) != before);
        await().pollDelay(longer).until(() -> true);
        before.thaw();
    }

    /** Moves a slot to another master, key by key, as {@code redis-cli --cluster reshard} does. */
    public void move(int slot) {
        RedisServer from = masterOf(slot);
        RedisServer to = nodes(null).stream()
                .filter(node -> node.is(NodeFlag.UPSTREAM) && !node.is(NodeFlag.FAIL) && !node.getSlots().isEmpty())
                .map(node -> byPort(node.getUri().getPort()))
                .filter(server -> server != from)
                .findFirst()
                .orElseThrow();
        String fromId = idOf(from);
        String toId = idOf(to);
        ask(to, redis -> redis.clusterSetSlotImporting(slot, fromId));
        ask(from, redis -> redis.clusterSetSlotMigrating(slot, toId));
        while (true) {
            List<String> keys = ask(from, redis -> redis.clusterGetKeysInSlot(slot, 20));
            if (keys.isEmpty()) {
                break;
            }
            ask(from, redis -> redis.migrate("127.0.0.1", to.port(), 0, 10_000, MigrateArgs.Builder.keys(keys)));
        }
        ask(to, redis -> redis.clusterSetSlotNode(slot, toId));
        ask(from, redis -> redis.clusterSetSlotNode(slot, toId));
        await().ignoreExceptions().until(() -> servers.stream().allMatch(
                server -> nodes(server).stream()
                        .anyMatch(node -> node.hasSlot(slot) && node.getNodeId().equals(toId))));
    }

    /** Three masters, and what replicas there are follow them. */
    public void awaitHealthy() {
        await().ignoreExceptions().until(() -> servers.stream().allMatch(
                server -> ask(server, RedisCommands::clusterInfo).contains("cluster_state:ok")
                        && nodes(server).stream()
                                .noneMatch(node -> node.is(NodeFlag.FAIL) || node.is(NodeFlag.EVENTUAL_FAIL))
                        && isInStep(ask(server, redis -> redis.info("replication")))));
    }

    private boolean isInStep(String replication) {
        return replication.contains("role:master")
                ? servers.size() == MASTERS || replication.contains("state=online")
                : replication.contains("master_link_status:up");
    }

    private String idOf(RedisServer server) {
        return nodes(null).stream()
                .filter(node -> node.getUri().getPort() == server.port())
                .map(RedisClusterNode::getNodeId)
                .findFirst()
                .orElseThrow();
    }

    private RedisServer byPort(int port) {
        return servers.stream().filter(server -> server.port() == port).findFirst().orElseThrow();
    }

    /** As this one sees them, or the first that answers. */
    private List<RedisClusterNode> nodes(@Nullable RedisServer who) {
        for (RedisServer server : who == null ? servers : List.of(who)) {
            try {
                String nodes = ask(server, RedisCommands::clusterNodes);
                return ClusterPartitionParser.parse(nodes).getPartitions();
            } catch (RedisException down) {
                // another one may answer
            }
        }
        throw new IllegalStateException("no node answers");
    }

    private <T> T ask(RedisServer server, Function<RedisCommands<String, String>, T> question) {
        RedisURI address = RedisURI.create("127.0.0.1", server.port());
        address.setTimeout(Duration.ofSeconds(10));
        try (RedisClient client = RedisClient.create(address)) {
            client.setOptions(ClientOptions.builder()
                    .timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(10)))
                    .build());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                return question.apply(connection.sync());
            }
        }
    }

    /** A value for {@code spring.data.redis.cluster.nodes}. */
    public String nodes() {
        return servers.stream().map(master -> "127.0.0.1:" + master.port()).collect(Collectors.joining(","));
    }

    /** Set up as in production; the caller closes it. */
    public RedisAccess connect(Duration timeout) {
        List<RedisURI> nodes =
                servers.stream().map(master -> RedisURI.create("127.0.0.1", master.port())).toList();
        return new RedisAccess(
                RedisLocation.cluster(nodes, null, "none"), RedisConnectionOptions.defaults().withTimeout(timeout));
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }

    private void join() {
        for (int i = 0; i < MASTERS; i++) {
            int from = SLOTS * i / MASTERS;
            int to = SLOTS * (i + 1) / MASTERS;
            tell(servers.get(i), redis -> redis.clusterAddSlots(IntStream.range(from, to).toArray()));
        }
        servers.stream().skip(1).forEach(server -> tell(servers.getFirst(), redis -> meet(redis, server)));
        servers.forEach(master -> tell(master, redis -> await()
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
