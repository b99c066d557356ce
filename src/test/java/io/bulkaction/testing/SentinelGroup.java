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
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.util.FileSystemUtils;

/** A master, a replica and three sentinels on loopback. */
public final class SentinelGroup implements AutoCloseable {

    private static final String NAME = "mymaster";

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();
    private final Path directory;

    private SentinelGroup(Path directory) {
        this.directory = directory;
    }

    public static SentinelGroup start() {
        try {
            SentinelGroup group = new SentinelGroup(Files.createTempDirectory("bulk-action-sentinels-"));
            RedisServer master = RedisServer.start();
            group.servers.add(master);
            group.servers.add(RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(master.port())));
            for (int i = 0; i < 3; i++) {
                group.startSentinel(master.port());
            }
            group.awaitHealthy();
            return group;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
    public RedisServer master() {
        int port = sentinel(sentinel -> ((InetSocketAddress) sentinel.sync().getMasterAddrByName(NAME)).getPort());
        return servers.stream().filter(server -> server.port() == port).findFirst().orElseThrow();
    }

    /** As an administrator does it, while the master is up; it goes on answering for a while. */
    public void failOver() {
        RedisServer before = master();
        sentinel(sentinel -> sentinel.sync().dispatch(
                CommandType.SENTINEL, new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("FAILOVER").add(NAME)));
        await().until(() -> master() != before);
    }

    /** kill -9; the replica takes over. The server comes back as a replica. */
    public void killMaster() {
        RedisServer before = master();
        servers.remove(before);
        before.close();
        await().ignoreExceptions().until(() -> master() != null);
        servers.add(RedisServer.startAt(
                before.port(), "--replicaof", "127.0.0.1", Integer.toString(master().port())));
    }

    /** Until somebody else is the master, and a little longer. */
    public void freezeMaster(Duration longer) {
        RedisServer before = master();
        before.freeze();
        await().until(() -> master() != before);
        await().pollDelay(longer).until(() -> true);
        before.thaw();
    }

    /** A master with a replica that follows it, and three sentinels that know so. */
    public void awaitHealthy() {
        await().ignoreExceptions().until(() -> {
            RedisServer master = master();
            return servers.stream().allMatch(server -> info(server).contains(
                    server == master ? "state=online" : "master_link_status:up"))
                    && sentinel(sentinel -> sentinel.sync().replicas(NAME)).stream()
                            .anyMatch(replica -> replica.get("flags").equals("slave"))
                    && sentinel(sentinel -> sentinel.sync().master(NAME)).get("num-other-sentinels").equals("2");
        });
    }

    private static String info(RedisServer server) {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().info("replication");
        }
    }

    private <T> T sentinel(Function<StatefulRedisSentinelConnection<String, String>, T> question) {
        for (RedisServer sentinel : sentinels) {
            RedisURI address = RedisURI.create("127.0.0.1", sentinel.port());
            try (RedisClient client = RedisClient.create();
                    StatefulRedisSentinelConnection<String, String> connection = client.connectSentinel(address)) {
                return question.apply(connection);
            } catch (RedisException busy) {
                // another one may answer
            }
        }
        throw new IllegalStateException("no sentinel answers");
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
        FileSystemUtils.deleteRecursively(directory.toFile());
    }
}
