package io.bulkaction.internal.builtin.outbound;

import java.net.InetAddress;
import java.util.List;

/**
 * Which hosts may be called, and at which addresses. Listing a name does not open the internal network: if it resolves
 * to an address that is not public, the call is refused unless that address is listed too or lies in an allowed
 * network, or the name is {@code localhost}.
 */
public record HostPolicy(List<AllowedHost> hosts, List<AddressBlock> networks) {

    boolean allowsAny() {
        return !hosts.isEmpty();
    }

    public boolean allows(CallUrl url) {
        return hosts.stream().anyMatch(entry -> entry.matches(url.host(), url.port()));
    }

    boolean allows(String host, InetAddress address, int port) {
        return PublicAddresses.contains(address)
                || hosts.stream().anyMatch(entry -> entry.isLiteral(address, port))
                || networks.stream().anyMatch(block -> block.contains(address))
                || address.isLoopbackAddress() && AllowedHost.canonical(host).equals("localhost");
    }
}
