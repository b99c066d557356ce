package io.bulkaction.internal.boot;

import io.bulkaction.internal.boot.RedisPlace.HostAndPort;
import io.bulkaction.internal.boot.RedisPlace.Sentinels;
import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.settings.RedisSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** Where {@code bulk-action.redis.*} says that Redis is. */
final class RedisOfTheQueues {

    private static final String PREFIX = "bulk-action.redis";

    private RedisOfTheQueues() {}

    static RedisLocation of(RedisSettings settings, ObjectProvider<SslBundles> bundles) {
        SslBundle bundle = bundle(settings.ssl().bundle(), bundles);
        RedisPlace place = new RedisPlace(PREFIX, settings.username(), settings.password(), bundle);
        if (settings.url() != null) {
            return place.url(settings.url());
        }
        if (!settings.cluster().nodes().isEmpty()) {
            return place.cluster(parse(settings.cluster().nodes()));
        }
        RedisSettings.Sentinel sentinel = settings.sentinel();
        RedisPlace login = new RedisPlace(PREFIX, sentinel.username(), sentinel.password(), bundle);
        return place.sentinel(new Sentinels(String.valueOf(sentinel.master()), parse(sentinel.nodes()), login), 0);
    }

    static List<HostAndPort> parse(List<String> nodes) {
        return nodes.stream().map(HostAndPort::parse).toList();
    }

    static @Nullable SslBundle bundle(@Nullable String name, ObjectProvider<SslBundles> bundles) {
        return name == null ? null : bundles.getObject().getBundle(name);
    }
}
