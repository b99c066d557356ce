package io.bulkaction.internal.boot;

import io.bulkaction.internal.boot.RedisPlace.HostAndPort;
import io.bulkaction.internal.boot.RedisPlace.Sentinels;
import io.bulkaction.internal.redis.RedisLocation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** Those of Spring Boot's settings {@code spring.data.redis.*} that say where Redis is. */
record SpringDataRedis(
        @Nullable String url,
        @DefaultValue("localhost") String host,
        @DefaultValue("6379") int port,
        @DefaultValue("0") int database,
        @Nullable String username,
        @Nullable String password,
        @DefaultValue Ssl ssl,
        @Nullable Sentinel sentinel,
        @Nullable Cluster cluster) {

    record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

        boolean isOn() {
            return enabled != null ? enabled : bundle != null;
        }
    }

    record Sentinel(String master, List<String> nodes, @Nullable String username, @Nullable String password) {}

    record Cluster(List<String> nodes) {}

    RedisLocation location(ObjectProvider<SslBundles> bundles) {
        SslBundle bundle = !ssl.isOn() ? null
                : ssl.bundle() == null ? SslBundle.systemDefault()
                        : RedisOfTheQueues.bundle(ssl.bundle(), bundles);
        RedisPlace place = new RedisPlace("spring.data.redis", username, password, bundle);
        if (sentinel != null) {
            RedisPlace login = new RedisPlace(place.prefix(), sentinel.username(), sentinel.password(), bundle);
            return place.sentinel(
                    new Sentinels(sentinel.master(), RedisOfTheQueues.parse(sentinel.nodes()), login), database);
        }
        if (cluster != null) {
            return place.cluster(RedisOfTheQueues.parse(cluster.nodes()));
        }
        return url != null ? place.url(url) : place.single(new HostAndPort(host, port), database);
    }
}
