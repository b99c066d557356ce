package io.bulkaction.internal.boot;

import io.bulkaction.internal.boot.RedisPlace.HostAndPort;
import io.bulkaction.internal.boot.RedisPlace.Sentinels;
import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.redis.RedisStartException;
import java.util.List;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/** Where the application's own Redis is: its settings, or a service that something else has started for it. */
final class RedisOfTheApplication {

    private static final String PREFIX = "spring.data.redis";

    private RedisOfTheApplication() {}

    static RedisLocation of(DataRedisConnectionDetails details) {
        RedisPlace place =
                new RedisPlace(PREFIX, details.getUsername(), details.getPassword(), details.getSslBundle());
        DataRedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            RedisPlace login =
                    new RedisPlace(PREFIX, sentinel.getUsername(), sentinel.getPassword(), details.getSslBundle());
            return place.sentinel(
                    new Sentinels(sentinel.getMaster(), nodes(sentinel.getNodes()), login), sentinel.getDatabase());
        }
        DataRedisConnectionDetails.Cluster cluster = details.getCluster();
        if (cluster != null) {
            return place.cluster(nodes(cluster.getNodes()));
        }
        DataRedisConnectionDetails.Standalone server = details.getStandalone();
        if (server != null) {
            return place.single(new HostAndPort(server.getHost(), server.getPort()), server.getDatabase());
        }
        throw new RedisStartException(
                "The application's Redis (spring.data.redis.masterreplica) is of a kind that the queues cannot use.",
                "Set bulk-action.redis.url to its master, or use Sentinel or Cluster.",
                null);
    }

    private static List<HostAndPort> nodes(List<DataRedisConnectionDetails.Node> nodes) {
        return nodes.stream().map(node -> new HostAndPort(node.host(), node.port())).toList();
    }
}
