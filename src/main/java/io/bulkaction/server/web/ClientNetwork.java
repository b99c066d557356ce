package io.bulkaction.server.web;

import io.bulkaction.internal.builtin.outbound.LiteralAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** What callers are counted by: an IPv4 address, or the /64 of an IPv6 address, because its owner has all of it. */
public final class ClientNetwork {

    private static final int PREFIX_BYTES = 8;

    private ClientNetwork() {}

    public static String of(InetAddress address) {
        return address instanceof Inet6Address v6
                ? HexFormat.of().formatHex(Arrays.copyOf(v6.getAddress(), PREFIX_BYTES)) + "/64"
                : address.getHostAddress();
    }

    /** A text that is not an address counts as it is. */
    public static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        return LiteralAddress.parse(address).map(ClientNetwork::of).orElse(address);
    }
}
