package io.bulkaction.internal.builtin.outbound;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Tells public addresses from internal ones: loopback, private, link-local and the like. */
final class PublicAddresses {

    private static final List<AddressBlock> NOT_PUBLIC = Stream.of(
            "0.0.0.0/8", // this host
            "10.0.0.0/8", // private
            "100.64.0.0/10", // shared behind a provider's NAT
            "127.0.0.0/8", // loopback
            "169.254.0.0/16", // link-local, the metadata services of clouds
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments
            "192.0.2.0/24", // documentation
            "192.88.99.0/24", // relays to 6to4, withdrawn
            "192.168.0.0/16", // private
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/3", // multicast, reserved, broadcast
            "::/96", // unspecified, loopback, IPv4-compatible
            "::ffff:0:0:0/96", // IPv4-translated
            "64:ff9b:1::/48", // local translation to IPv4
            "100::/64", // discard
            "2001::/23", // protocol assignments, tunnels to IPv4
            "2001:db8::/32", // documentation
            "3fff::/20", // documentation
            "5f00::/16", // segment routing
            "fc00::/7", // private
            "fe80::/10", // link-local
            "fec0::/10", // site-local
            "ff00::/8") // multicast
            .map(AddressBlock::of)
            .toList();

    private static final AddressBlock TRANSLATED = AddressBlock.of("64:ff9b::/96");

    private static final AddressBlock SIX_TO_FOUR = AddressBlock.of("2002::/16");

    private PublicAddresses() {}

    static boolean contains(InetAddress address) {
        if (address instanceof Inet6Address && TRANSLATED.contains(address)) {
            return contains(inside(address, 12));
        }
        if (address instanceof Inet6Address && SIX_TO_FOUR.contains(address)) {
            return contains(inside(address, 2));
        }
        return NOT_PUBLIC.stream().noneMatch(block -> block.contains(address));
    }

    /** The IPv4 address that an IPv6 address carries to a translator. */
    private static InetAddress inside(InetAddress address, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(address.getAddress(), from, from + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are always an address", e);
        }
    }
}
