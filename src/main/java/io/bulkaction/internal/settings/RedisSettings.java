package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The queues' own connection to Redis. Where none of {@code url}, {@code sentinel} and {@code cluster} is set, the
 * queues use the Redis of the application, {@code spring.data.redis.*}, over connections of their own.
 *
 * @param url Where Redis is, such as redis://host:6379/0, or rediss:// for TLS; may have user and password before the
 *     host. By default the Redis of the application, spring.data.redis.
 * @param username User to log in as, if not in the url.
 * @param password Password, if not in the url.
 * @param timeout How long a command may take.
 * @param connectTimeout How long connecting may take.
 * @param evictionPolicyCheck What to do if Redis is configured to evict any key, as a cache is.
 * @param requestQueueSize Most commands that wait for an answer on one connection. Further ones are refused at once, so
 *     that a hanging Redis does not fill the heap.
 */
@Validated
@ConfigurationProperties("bulk-action.redis")
public record RedisSettings(
        @Nullable String url,
        @Nullable String username,
        @Nullable String password,
        @DefaultValue @Valid Sentinel sentinel,
        @DefaultValue @Valid Cluster cluster,
        @DefaultValue @Valid Ssl ssl,
        @DefaultValue("5s") @PositiveDuration Duration timeout,
        @DefaultValue("3s") @PositiveDuration Duration connectTimeout,
        @DefaultValue("fail") EvictionPolicyCheck evictionPolicyCheck,
        @DefaultValue("10000") @Min(100) int requestQueueSize) {

    /**
     * @param master Name of the master that the sentinels watch.
     * @param nodes Sentinels, as host:port.
     * @param username User to log in to the sentinels as.
     * @param password Password of the sentinels.
     */
    public record Sentinel(
            @Nullable String master,
            @DefaultValue List<String> nodes,
            @Nullable String username,
            @Nullable String password) {}

    /** @param nodes Some nodes of the cluster, as host:port; the others are found through them. */
    public record Cluster(@DefaultValue List<String> nodes) {}

    /** @param bundle Name of an SSL bundle, spring.ssl.bundle; implies TLS. */
    public record Ssl(@Nullable String bundle) {}

    /** What happens with a {@code maxmemory-policy} that evicts any key. */
    public enum EvictionPolicyCheck {
        /** The service does not start. */
        FAIL,
        /** It starts and logs once what can be lost. */
        WARN
    }

    /** Whether it says where Redis is. */
    public boolean isLocated() {
        return url != null || !sentinel.nodes().isEmpty() || !cluster.nodes().isEmpty();
    }

    @AssertTrue(message = "url, sentinel.nodes and cluster.nodes exclude each other")
    boolean isOnePlace() {
        return Stream.of(url != null, !sentinel.nodes().isEmpty(), !cluster.nodes().isEmpty())
                .filter(given -> given)
                .count() <= 1;
    }

    @AssertTrue(message = "sentinel.master and sentinel.nodes need each other")
    boolean isSentinelComplete() {
        return (sentinel.master() == null) == sentinel.nodes().isEmpty();
    }
}
