package io.bulkaction.group.callback;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Which URLs may be given as callback. A submitter must not make this service call whatever it likes. */
public final class CallbackPolicy {

    private static final int LONGEST = 2_000;

    private final List<AllowedHost> allowed;

    /** @param allowedHosts {@code host} for every port or {@code host:port}; none allows nothing */
    public CallbackPolicy(Collection<String> allowedHosts) {
        this.allowed = allowedHosts.stream().map(AllowedHost::of).toList();
    }

    /** @throws CallbackRefusedException when the URL is malformed or its host is not allowed */
    public URI check(String url) {
        URI uri = parse(url);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new CallbackRefusedException(url, "it must begin with http:// or https://");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new CallbackRefusedException(url, "it needs a host and must have neither user nor fragment");
        }
        int port = uri.getPort() != -1 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        if (allowed.stream().noneMatch(host -> host.matches(uri.getHost(), port))) {
            throw new CallbackRefusedException(
                    url, "its host is not among bulk-action.callbacks.allowed-hosts");
        }
        return uri;
    }

    private static URI parse(String url) {
        if (url.length() > LONGEST) {
            throw new CallbackRefusedException(url.substring(0, 100) + "…", "it is longer than " + LONGEST);
        }
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new CallbackRefusedException(url, "it is no URL");
        }
    }

    /** @param port -1 for every port */
    private record AllowedHost(String host, int port) {

        static AllowedHost of(String entry) {
            try {
                URI uri = new URI("http://" + entry.strip());
                if (uri.getHost() != null && uri.getRawAuthority().equals(entry.strip()) && uri.getUserInfo() == null) {
                    return new AllowedHost(canonical(uri.getHost()), uri.getPort());
                }
            } catch (URISyntaxException e) {
                // falls through to the message below
            }
            throw new IllegalArgumentException(
                    "bulk-action.callbacks.allowed-hosts: '" + entry + "' is not host or host:port");
        }

        boolean matches(String otherHost, int otherPort) {
            return host.equals(canonical(otherHost)) && (port == -1 || port == otherPort);
        }

        private static String canonical(String host) {
            String lower = host.toLowerCase(Locale.ROOT);
            return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        }
    }
}
