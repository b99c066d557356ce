package io.bulkaction.internal.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The open connections of a client, whatever they are for, so that those to a server can be cut. What is under way there then
 * fails at once, instead of when its time is over.
 */
final class Channels implements NettyCustomizer {

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();

    @Override
    public void afterChannelInitialized(Channel channel) {
        open.add(channel);
        channel.closeFuture().addListener(closed -> open.remove(channel));
    }

    /** @return how many */
    int cut(Predicate<InetSocketAddress> server) {
        int cut = 0;
        for (Channel channel : open) {
            if (channel.remoteAddress() instanceof InetSocketAddress address && server.test(address)) {
                channel.close();
                cut++;
            }
        }
        return cut;
    }
}
