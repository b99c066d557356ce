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
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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

    private final List<Node> nodes;
    private final ClientResources resources =
            DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();
    private final RedisClient client = RedisClient.create(resources);
    private final Set<Node> silent = ConcurrentHashMap.newKeySet();
    private volatile long replacedNanos;

    private RedisCluster(List<Node> nodes) {
        this.nodes = nodes;
        client.setOptions(
                ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(10))).build());
    }

    /** @param port at which everybody else knows it: its own, or that of the proxy before it */
    private record Node(RedisServer server, int port, @Nullable FlakyProxy proxy) {}

    public static RedisCluster start(String... options) {
        return start(MASTERS, false, options);
    }

    /** A master that does not answer for two seconds is replaced. */
    public static RedisCluster startWithReplicas() {
        return withReplicas(false);
    }

    /** The same, and packets to and from a master can be dropped. */
    public static RedisCluster startBehindProxies() {
        return withReplicas(true);
    }

    private static RedisCluster withReplicas(boolean behindProxies) {
        RedisCluster cluster = start(
                2 * MASTERS, behindProxies,
                "--cluster-node-timeout", "2000", "--cluster-replica-validity-factor", "0");
        for (int i = 0; i < MASTERS; i++) {
            String master = cluster.ask(cluster.nodes.get(i), RedisCommands::clusterMyId);
            Node replica = cluster.nodes.get(MASTERS + i);
            await().ignoreExceptions().until(() -> cluster.ask(replica, redis -> redis.clusterReplicate(master)),
                    "OK"::equals);
        }
        cluster.awaitHealthy();
        return cluster;
    }

    private static RedisCluster start(int size, boolean behindProxies, String... options) {
        RedisCluster cluster =
                new RedisCluster(Stream.generate(() -> node(behindProxies, options)).limit(size).toList());
        cluster.join();
        return cluster;
    }

    private static Node node(boolean behindProxy, String... options) {
        int port = RedisServer.freePort();
        @Nullable
        FlakyProxy proxy = behindProxy ? new FlakyProxy(port) : null;
        int known = proxy == null ? port : proxy.port();
        RedisServer server = RedisServer.startAt(port, Stream.concat(
                // why: the default bus port is the port + 10000, which is above 65535 for many a free port
                Stream.of("--cluster-enabled", "yes",
                        "--cluster-port", Integer.toString(RedisServer.freePort()),
                        "--cluster-announce-port", Integer.toString(known)),
                Stream.of(options))
                .toArray(String[]::new));
        return new Node(server, known, proxy);
    }

    /** Who serves a slot, as far as the others know. */
    private Node masterOf(int slot) {
        RedisClusterNode node = view(null).stream()
                .filter(each -> each.is(NodeFlag.UPSTREAM) && !each.is(NodeFlag.FAIL) && each.hasSlot(slot))
                .findFirst()
                .orElseThrow();
        return byPort(node.getUri().getPort());
    }

    private Node replicaOf(Node master) {
        String id = idOf(master);
        return view(null).stream()
                .filter(node -> id.equals(node.getSlaveOf()) && !node.is(NodeFlag.FAIL))
                .map(node -> byPort(node.getUri().getPort()))
                .findFirst()
                .orElseThrow();
    }

    /** {@link System#nanoTime()} at which the last new master was seen. */
    public long replacedNanos() {
        return replacedNanos;
    }

    private void awaitAnotherThan(Node before, int slot) {
        await().pollInterval(Duration.ofMillis(20)).ignoreExceptions().until(() -> masterOf(slot) != before);
        replacedNanos = System.nanoTime();
    }

    /** As an administrator does it, without losing anything. */
    public void failOver(int slot) {
        Node before = masterOf(slot);
        ask(replicaOf(before), redis -> redis.clusterFailover(false));
        awaitAnotherThan(before, slot);
    }

    /** kill -9; nobody takes over. */
    public void stopMaster(int slot) {
        Node node = masterOf(slot);
        silent.add(node);
        node.server().kill();
    }

    /** kill -9; its replica takes over. The server comes back with what its disk knows of the cluster, and without data. */
    public void killMaster(int slot) {
        Node before = masterOf(slot);
        silent.add(before);
        before.server().kill();
        awaitAnotherThan(before, slot);
        before.server().startAgain();
        silent.remove(before);
    }

    /** It answers nobody and closes no connection, for good. */
    public void hangMaster(int slot) {
        Node node = masterOf(slot);
        silent.add(node);
        node.server().freeze();
    }

    /** Until its replica has taken over, and a little longer. */
    public void freezeMaster(int slot, Duration longer) {
        Node before = masterOf(slot);
        silent.add(before);
        before.server().freeze();
        awaitAnotherThan(before, slot);
        pause(longer);
        before.server().thaw();
        silent.remove(before);
    }

    /**
     * Nothing reaches it and nothing comes from it until its replica has taken over, and a little longer; what was sent
     * meanwhile is lost. It learns of that from the others first.
     */
    public void isolateMaster(int slot, Duration longer) {
        Node before = masterOf(slot);
        silent.add(before);
        Objects.requireNonNull(before.proxy()).loseAll();
        before.server().freeze(); // why: what the nodes tell each other does not go through the proxies
        awaitAnotherThan(before, slot);
        before.server().thaw();
        pause(longer);
        before.proxy().cut();
        silent.remove(before);
    }

    private static void pause(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
    }

    /** Moves a slot to another master, key by key, as {@code redis-cli --cluster reshard} does. */
    public void move(int slot) {
        Node from = masterOf(slot);
        Node to = view(null).stream()
                .filter(node -> node.is(NodeFlag.UPSTREAM) && !node.is(NodeFlag.FAIL) && !node.getSlots().isEmpty())
                .map(node -> byPort(node.getUri().getPort()))
                .filter(node -> node != from)
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
        await().ignoreExceptions().until(() -> nodes.stream().allMatch(
                each -> view(each).stream()
                        .anyMatch(node -> node.hasSlot(slot) && node.getNodeId().equals(toId))));
    }

    /** Three masters, and what replicas there are follow them. */
    public void awaitHealthy() {
        await().ignoreExceptions().until(() -> nodes.stream().allMatch(
                each -> ask(each, RedisCommands::clusterInfo).contains("cluster_state:ok")
                        && view(each).stream()
                                .noneMatch(node -> node.is(NodeFlag.FAIL) || node.is(NodeFlag.EVENTUAL_FAIL))
                        && isInStep(ask(each, redis -> redis.info("replication")))));
    }

    private boolean isInStep(String replication) {
        return replication.contains("role:master")
                ? nodes.size() == MASTERS || replication.contains("state=online")
                : replication.contains("master_link_status:up");
    }

    private String idOf(Node known) {
        return view(null).stream()
                .filter(node -> node.getUri().getPort() == known.port())
                .map(RedisClusterNode::getNodeId)
                .findFirst()
                .orElseThrow();
    }

    private Node byPort(int port) {
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    /** As this one sees them, or the first that answers. */
    private List<RedisClusterNode> view(@Nullable Node who) {
        for (Node node : who == null ? nodes : List.of(who)) {
            try {
                if (who != null || !silent.contains(node)) {
                    String told = ask(node, RedisCommands::clusterNodes);
                    return ClusterPartitionParser.parse(told).getPartitions();
                }
            } catch (RedisException down) {
                // another one may answer
            }
        }
        throw new IllegalStateException("no node answers");
    }

    private <T> T ask(Node node, Function<RedisCommands<String, String>, T> question) {
        RedisURI address = RedisURI.create("127.0.0.1", node.server().port());
        address.setTimeout(Duration.ofSeconds(10));
        try (StatefulRedisConnection<String, String> connection = client.connect(address)) {
            return question.apply(connection.sync());
        }
    }

    /** A value for {@code spring.data.redis.cluster.nodes}. */
    public String nodes() {
        return nodes.stream().map(master -> "127.0.0.1:" + master.port()).collect(Collectors.joining(","));
    }

    /** Set up as in production; the caller closes it. */
    public RedisAccess connect(Duration timeout) {
        List<RedisURI> addresses =
                nodes.stream().map(master -> RedisURI.create("127.0.0.1", master.port())).toList();
        return new RedisAccess(
                RedisLocation.cluster(addresses, null, "none"), RedisConnectionOptions.defaults().withTimeout(timeout));
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS);
        nodes.forEach(node -> {
            if (node.proxy() != null) {
                node.proxy().close();
            }
            node.server().close();
        });
    }

    private void join() {
        for (int i = 0; i < MASTERS; i++) {
            int from = SLOTS * i / MASTERS;
            int to = SLOTS * (i + 1) / MASTERS;
            ask(nodes.get(i), redis -> redis.clusterAddSlots(IntStream.range(from, to).toArray()));
        }
        nodes.stream().skip(1).forEach(this::meet);
        await().until(() -> nodes.stream()
                .allMatch(node -> ask(node, RedisCommands::clusterInfo).contains("cluster_state:ok")));
    }

    /** Lettuce's own command does not know the bus port. */
    private void meet(Node other) {
        String busPort = ask(other, redis -> redis.configGet("cluster-port")).get("cluster-port");
        ask(nodes.getFirst(), redis -> redis.dispatch(
                CommandType.CLUSTER,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8)
                        .add("MEET")
                        .add("127.0.0.1")
                        .add(other.server().port())
                        .add(busPort)));
    }
}
