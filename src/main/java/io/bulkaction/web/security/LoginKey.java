package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Whom a wrong password is counted against. An IPv6 address counts by its /64: whoever has one address of it has them
 * all.
 */
record LoginKey(String user, String network) {

    private static final int PREFIX_BYTES = 8;

    /** The name is cut, since it comes from outside and is kept; no user has a longer one. */
    static LoginKey of(String user, String address) {
        String name = user.length() > SecuritySettings.MAX_NAME ? user.substring(0, SecuritySettings.MAX_NAME) : user;
        return new LoginKey(name, network(address));
    }

    /** For bearer tokens, which tell no name. */
    static LoginKey nameless(String address) {
        return of("", address);
    }

    private static String network(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            return parsed instanceof Inet6Address v6
                    ? HexFormat.of().formatHex(Arrays.copyOf(v6.getAddress(), PREFIX_BYTES)) + "/64"
                    : parsed.getHostAddress();
        } catch (IllegalArgumentException e) {
            return address;
        }
    }
}
