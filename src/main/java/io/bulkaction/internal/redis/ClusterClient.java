package io.bulkaction.internal.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.resource.ClientResources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the order of the cluster only those who answer, as long as somebody does not: otherwise everybody would wait for
 * that one, for as long as it takes to connect to it.
 */
final class ClusterClient extends RedisClusterClient {

    /** Null while everybody answers, and until this object is made. */
    private volatile @Nullable List<RedisURI> answering;

    ClusterClient(ClientResources resources, Iterable<RedisURI> nodes) {
        super(resources, nodes);
    }

    /** @param nodes who answers, null for everybody */
    void askOnly(@Nullable List<RedisURI> nodes) {
        answering = nodes;
    }

    /**
     * Who has which slots, at one moment.
     *
     * @param others replicas, those that have failed, and those without slots
     */
    record Order(List<RedisClusterNode> masters, List<RedisClusterNode> others) {}

    Order order() {
        Order order = new Order(new ArrayList<>(), new ArrayList<>());
        // why not its list: that is emptied and filled again while somebody reads it
        for (RedisClusterNode node : getPartitions()) {
            (isMaster(node) ? order.masters() : order.others()).add(node);
        }
        return order;
    }

    private static boolean isMaster(RedisClusterNode node) {
        return node.is(NodeFlag.UPSTREAM) && !node.is(NodeFlag.FAIL) && !node.hasNoSlots();
    }

    @Override
    protected Iterable<RedisURI> getTopologyRefreshSource() {
        List<RedisURI> some = answering;
        return some == null ? super.getTopologyRefreshSource() : some;
    }

    @Override
    protected boolean useDynamicRefreshSources() {
        return answering == null && super.useDynamicRefreshSources();
    }
}
