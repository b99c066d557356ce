package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisLocation;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Turns what settings say about a Redis into what the client needs.
 *
 * @param prefix of these settings, for people who have to correct them
 */
record RedisPlace(String prefix, @Nullable String username, @Nullable String password, @Nullable SslBundle bundle) {

    /** @param login user name and password of the sentinels themselves */
    record Sentinels(String master, List<HostAndPort> nodes, RedisPlace login) {}

    record HostAndPort(String host, int port) {

        private static final int DEFAULT_PORT = 6379;

        /** Also an IPv6 address in brackets. */
        static HostAndPort parse(String text) {
            int colon = text.lastIndexOf(':');
            boolean hasPort = colon > text.lastIndexOf(']');
            String host = hasPort ? text.substring(0, colon) : text;
            return new HostAndPort(
                    host.replaceAll("[\\[\\]]", ""),
                    hasPort ? Integer.parseInt(text.substring(colon + 1)) : DEFAULT_PORT);
        }
    }

    RedisLocation url(String url) {
        RedisURI address = RedisURI.create(url);
        if (username != null || password != null) {
            address.setCredentialsProvider(login(new RedisURI()).getCredentialsProvider());
        }
        return RedisLocation.of(secured(address), ssl(), prefix + ".url");
    }

    RedisLocation single(HostAndPort server, int database) {
        RedisURI address = address(server);
        address.setDatabase(database);
        return RedisLocation.of(address, ssl(), prefix + ".host and .port, or .url");
    }

    RedisLocation sentinel(Sentinels sentinels, int database) {
        RedisURI address = login(new RedisURI());
        address.setSentinelMasterId(sentinels.master());
        address.setDatabase(database);
        sentinels.nodes().forEach(node -> address.getSentinels().add(sentinels.login().address(node)));
        return RedisLocation.of(secured(address), ssl(), prefix + ".sentinel.nodes");
    }

    RedisLocation cluster(List<HostAndPort> nodes) {
        return RedisLocation.cluster(nodes.stream().map(this::address).toList(), ssl(), prefix + ".cluster.nodes");
    }

    private RedisURI address(HostAndPort node) {
        return login(secured(RedisURI.create(node.host(), node.port())));
    }

    private RedisURI secured(RedisURI address) {
        if (bundle != null) {
            address.setSsl(true);
        }
        return address;
    }

    private RedisURI login(RedisURI address) {
        if (username != null && password != null) {
            address.setAuthentication(username, password);
        } else if (password != null) {
            address.setAuthentication(password);
        }
        return address;
    }

    private @Nullable SslOptions ssl() {
        if (bundle == null) {
            return null;
        }
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider()
                .keyManager(bundle.getManagers().getKeyManagerFactory())
                .trustManager(bundle.getManagers().getTrustManagerFactory());
        if (bundle.getOptions().getCiphers() != null) {
            options.cipherSuites(bundle.getOptions().getCiphers());
        }
        if (bundle.getOptions().getEnabledProtocols() != null) {
            options.protocols(bundle.getOptions().getEnabledProtocols());
        }
        return options.build();
    }
}
