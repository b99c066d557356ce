package io.bulkaction.internal.builtin.outbound;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a name once and passes on only checked addresses: the client connects to these and never asks the DNS again,
 * so a name cannot change its address between check and use.
 */
public final class GuardedResolver implements DnsResolver {

    /** How names are resolved; tests use a DNS whose answers change. */
    @FunctionalInterface
    public interface Dns {
        InetAddress[] lookup(String host) throws UnknownHostException;
    }

    /** Literal addresses are allowed per port, so without a port none is. */
    private static final int NO_PORT = 0;

    private final HostPolicy policy;
    private final Dns dns;

    GuardedResolver(HostPolicy policy, Dns dns) {
        this.policy = policy;
        this.dns = dns;
    }

    @Override
    public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        return Arrays.stream(checked(host, port))
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        return checked(host, NO_PORT);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    private InetAddress[] checked(String host, int port) throws UnknownHostException {
        InetAddress[] addresses = dns.lookup(host);
        for (InetAddress address : addresses) {
            // why all: a name with two addresses could otherwise be made to fail over to the forbidden one
            if (!policy.allows(host, address, port)) {
                throw new AddressNotAllowedException(host);
            }
        }
        return addresses;
    }
}
