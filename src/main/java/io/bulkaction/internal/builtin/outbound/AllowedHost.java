package io.bulkaction.internal.builtin.outbound;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of an allow-list: {@code host} for the ports 80 and 443, or {@code host:port}. The host is a name or a literal
 * address, IPv6 in brackets.
 *
 * @param host lower case; a literal address in its canonical form
 * @param port {@link #WEB_PORTS} when the entry names none
 */
public record AllowedHost(String host, int port) {

    static final int WEB_PORTS = -1;

    private static final Pattern ENTRY =
            Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.?)(?::([0-9]{1,5}))?");

    public static AllowedHost of(String entry) {
        Matcher parts = ENTRY.matcher(entry.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + entry + "' is not host or host:port");
        }
        int port = parts.group(2) == null ? WEB_PORTS : Integer.parseInt(parts.group(2));
        if (port == 0 || port > 65_535) {
            throw new IllegalArgumentException("'" + entry + "' has no port between 1 and 65535");
        }
        return new AllowedHost(canonical(parts.group(1)), port);
    }

    /** The one entry that allows this address. */
    public static AllowedHost of(CallUrl url) {
        return new AllowedHost(canonical(url.host()), url.port());
    }

    boolean matches(String otherHost, int otherPort) {
        return host.equals(canonical(otherHost)) && matchesPort(otherPort);
    }

    /** Whether this entry names exactly that address, not a name that happens to resolve to it. */
    boolean isLiteral(InetAddress address, int otherPort) {
        return matchesPort(otherPort) && literal(host).filter(address::equals).isPresent();
    }

    private boolean matchesPort(int otherPort) {
        // why: a web host may also run a database or an admin port
        return port == WEB_PORTS ? otherPort == CallUrl.HTTP || otherPort == CallUrl.HTTPS : port == otherPort;
    }

    /** Lower case, without the dot at the end; a literal address in one form. */
    public static String canonical(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        return literal(name).map(InetAddress::getHostAddress).orElse(name);
    }

    private static Optional<InetAddress> literal(String host) {
        return LiteralAddress.parse(host);
    }

    @Override
    public String toString() {
        return port == WEB_PORTS ? host : host + ":" + port;
    }
}
