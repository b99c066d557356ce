package io.bulkaction.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lettuce as a queue needs it: fails fast, runs nothing twice, notices a dead connection within ten seconds.
 *
 * @param timeout of every command whose caller says nothing else; a blocking one needs more than it blocks
 * @param requestQueueSize most commands that wait for an answer on one connection
 */
public record RedisConnectionOptions(Duration timeout, Duration connectTimeout, int requestQueueSize) {

    /** With the keep-alive below: idle for 4 s, then probed twice. */
    private static final Duration UNANSWERED = Duration.ofSeconds(8);

    public static RedisConnectionOptions defaults() {
        return new RedisConnectionOptions(Duration.ofSeconds(5), Duration.ofSeconds(3), 10_000);
    }

    public RedisConnectionOptions withTimeout(Duration timeout) {
        return new RedisConnectionOptions(timeout, connectTimeout, requestQueueSize);
    }

    ClientOptions forOneServer(@Nullable SslOptions ssl) {
        return customize(ClientOptions.builder(), ssl).build();
    }

    /** Asks where the slots are whenever a node says that something moved or cannot be reached, and now and then. */
    ClusterClientOptions forCluster(@Nullable SslOptions ssl) {
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        customize(options, ssl);
        return options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
                .enablePeriodicRefresh(Duration.ofSeconds(30))
                .build())
                .build();
    }

    private ClientOptions.Builder customize(ClientOptions.Builder options, @Nullable SslOptions ssl) {
        if (ssl != null) {
            options.sslOptions(ssl);
        }
        return options
                // why: the default keeps unanswered commands and sends them again after a reconnect; a script whose
                // answer was lost would run twice, and callers would wait for a Redis that is down
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(requestQueueSize)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(connectTimeout)
                        // why: notices the death of the other side while we are waiting for it
                        .keepAlive(KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(4))
                                .interval(Duration.ofSeconds(2))
                                .count(2)
                                .build())
                        // why: notices it while we are sending; keep-alive does not probe then. Only Netty's native
                        // transport can, and without it the client refuses the option
                        .tcpUserTimeout(TcpUserTimeoutOptions.builder()
                                .enable(EpollProvider.isAvailable())
                                .tcpUserTimeout(UNANSWERED)
                                .build())
                        .build());
    }

    /** Instances that lost the same Redis come back spread over a second instead of all at once. */
    static ClientResources resources(Channels channels) {
        return ClientResources.builder()
                .nettyCustomizer(channels)
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(1), 50, TimeUnit.MILLISECONDS))
                .build();
    }
}
