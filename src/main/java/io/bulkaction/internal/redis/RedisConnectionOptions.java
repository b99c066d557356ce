package io.bulkaction.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lettuce as a queue needs it: fails fast, runs nothing twice, notices a dead connection within ten seconds. */
public final class RedisConnectionOptions {

    /** For every command whose caller says nothing else; a blocking one needs more than it blocks. */
    public static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /** With the keep-alive below: idle for 4 s, then probed twice. */
    private static final Duration UNANSWERED = Duration.ofSeconds(8);

    private RedisConnectionOptions() {}

    public static void customize(ClientOptions.Builder options, Duration connectTimeout, int requestQueueSize) {
        options
                // why: the default keeps unanswered commands and sends them again after a reconnect; a script whose
                // answer was lost would run twice, and callers would wait for a Redis that is down
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(requestQueueSize)
                .timeoutOptions(TimeoutOptions.enabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(connectTimeout)
                        // why: notices the death of the other side while we are waiting for it
                        .keepAlive(KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(4))
                                .interval(Duration.ofSeconds(2))
                                .count(2)
                                .build())
                        // why: notices it while we are sending; keep-alive does not probe then
                        .tcpUserTimeout(TcpUserTimeoutOptions.builder()
                                .enable()
                                .tcpUserTimeout(UNANSWERED)
                                .build())
                        .build());
    }

    /** A client that never asks where the slots are now goes on talking to a master that failed over. */
    public static void followTheCluster(ClusterClientOptions.Builder options) {
        options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
                .enablePeriodicRefresh(Duration.ofSeconds(30))
                .build());
    }

    /** Instances that lost the same Redis come back spread over a second instead of all at once. */
    public static void customize(ClientResources.Builder resources) {
        resources.reconnectDelay(
                Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(1), 50, TimeUnit.MILLISECONDS));
    }
}
