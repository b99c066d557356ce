package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.redis.RedisLocation;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * A master, two replicas and three sentinels on loopback. Two, because after a failover the new master needs one that
 * confirms, and the old master is away.
 */
public final class SentinelGroup implements AutoCloseable {

    private static final String NAME = "mymaster";
    private static final int REPLICAS = 2;

    private final List<Node> nodes = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();
    private final ClientResources resources =
            DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();
    private final RedisClient client = RedisClient.create(resources);
    private final Path directory;
    private volatile long replacedNanos;

    private SentinelGroup(Path directory) {
        this.directory = directory;
    }

    /** @param port at which everybody else knows it: its own, or that of the proxy before it */
    private record Node(RedisServer server, int port, @Nullable FlakyProxy proxy) {}

    public static SentinelGroup start() {
        return start(false);
    }

    /** The same, and packets to and from the master can be dropped. */
    public static SentinelGroup startBehindProxies() {
        return start(true);
    }

    private static SentinelGroup start(boolean behindProxies) {
        try {
            SentinelGroup group = new SentinelGroup(Files.createTempDirectory("bulk-action-sentinels-"));
            int master = group.startServer(behindProxies);
            for (int i = 0; i < REPLICAS; i++) {
                group.startServer(behindProxies, "--replicaof", "127.0.0.1", Integer.toString(master));
            }
            for (int i = 0; i < 3; i++) {
                group.startSentinel(master);
            }
            group.awaitHealthy();
            return group;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int startServer(boolean behindProxy, String... options) {
        int port = RedisServer.freePort();
        @Nullable
        FlakyProxy proxy = behindProxy ? new FlakyProxy(port) : null;
        int known = proxy == null ? port : proxy.port();
        RedisServer server = RedisServer.startAt(port, Stream.concat(
                Stream.of("--replica-announce-ip", "127.0.0.1", "--replica-announce-port", Integer.toString(known)),
                Stream.of(options)).toArray(String[]::new));
        nodes.add(new Node(server, known, proxy));
        return known;
    }

    private void startSentinel(int masterPort) throws IOException {
        int port = RedisServer.freePort();
        Path config = Files.writeString(directory.resolve("sentinel-" + port + ".conf"), """
                port %d
                bind 127.0.0.1
                sentinel monitor mymaster 127.0.0.1 %d 2
                sentinel down-after-milliseconds mymaster 2000
                sentinel failover-timeout mymaster 10000
                """.formatted(port, masterPort));
        sentinels.add(RedisServer.startWith(port, config, "--sentinel"));
    }

    /** Set up as in production; the caller closes it. */
    public RedisAccess connect(Duration timeout) {
        RedisURI address = new RedisURI();
        address.setSentinelMasterId(NAME);
        sentinels.forEach(sentinel -> address.getSentinels().add(RedisURI.create("127.0.0.1", sentinel.port())));
        return new RedisAccess(
                RedisLocation.of(address, null, "none"), RedisConnectionOptions.defaults().withTimeout(timeout));
    }

    /** Whom the first sentinel calls the master. */
    private Node master() {
        int port = sentinel(sentinel -> ((InetSocketAddress) sentinel.sync().getMasterAddrByName(NAME)).getPort());
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    /** {@link System#nanoTime()} at which the last new master was seen. */
    public long replacedNanos() {
        return replacedNanos;
    }

    private void awaitAnotherThan(Node before) {
        await().pollInterval(Duration.ofMillis(20)).until(() -> master() != before);
        replacedNanos = System.nanoTime();
    }

    /** As an administrator does it, while the master is up; it goes on answering for a while. */
    public void failOver() {
        Node before = master();
        sentinel(sentinel -> sentinel.sync().dispatch(
                CommandType.SENTINEL, new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("FAILOVER").add(NAME)));
        awaitAnotherThan(before);
    }

    /** kill -9; the replica takes over. The server comes back empty, and the sentinels make it a replica. */
    public void killMaster() {
        Node before = master();
        before.server().kill();
        awaitAnotherThan(before);
        before.server().startAgain();
    }

    /** Until somebody else is the master, and a little longer. */
    public void freezeMaster(Duration longer) {
        Node before = master();
        before.server().freeze();
        awaitAnotherThan(before);
        pause(longer);
        before.server().thaw();
    }

    /** Runs on, believes to be the master, and nothing reaches it or comes from it until there is another one, and longer. */
    public void isolateMaster(Duration longer) {
        Node before = master();
        Objects.requireNonNull(before.proxy()).loseAll();
        awaitAnotherThan(before);
        pause(longer);
        before.proxy().cut();
    }

    private static void pause(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
    }

    /** A master with replicas that follow it, and three sentinels that know so. */
    public void awaitHealthy() {
        await().ignoreExceptions().until(() -> {
            Node master = master();
            return nodes.stream().allMatch(node -> info(node.server()).contains(
                    node == master ? "connected_slaves:" + REPLICAS : "master_link_status:up"))
                    && sentinel(sentinel -> sentinel.sync().replicas(NAME)).stream()
                            .filter(replica -> replica.get("flags").equals("slave")).count() == REPLICAS
                    && sentinel(sentinel -> sentinel.sync().master(NAME)).get("num-other-sentinels").equals("2");
        });
    }

    private String info(RedisServer server) {
        try (StatefulRedisConnection<String, String> connection =
                client.connect(RedisURI.create("127.0.0.1", server.port()))) {
            return connection.sync().info("replication");
        }
    }

    private <T> T sentinel(Function<StatefulRedisSentinelConnection<String, String>, T> question) {
        for (RedisServer sentinel : sentinels) {
            RedisURI address = RedisURI.create("127.0.0.1", sentinel.port());
            try (StatefulRedisSentinelConnection<String, String> connection = client.connectSentinel(address)) {
                return question.apply(connection);
            } catch (RedisException busy) {
                // another one may answer
            }
        }
        throw new IllegalStateException("no sentinel answers");
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS);
        sentinels.forEach(RedisServer::close);
        nodes.forEach(node -> {
            if (node.proxy() != null) {
                node.proxy().close();
            }
            node.server().close();
        });
        FileSystemUtils.deleteRecursively(directory.toFile());
    }
}
