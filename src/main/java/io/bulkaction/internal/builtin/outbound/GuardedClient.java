package io.bulkaction.internal.builtin.outbound;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Calls only allowed hosts at allowed addresses and reads a limited part of the answer. Follows no redirects, keeps no
 * cookies, does not retry or decompress, and uses no proxy, because a proxy would resolve names itself.
 */
public final class GuardedClient implements AutoCloseable {

    private static final String LIBRARY = "org.apache.hc.client5.http.impl.classic.CloseableHttpClient";

    private final HostPolicy policy;

    /** Null where no host is allowed: an application that calls nobody needs no library for it. */
    private final @Nullable ApacheExchange exchange;

    public GuardedClient(ClientLimits limits, HostPolicy policy) {
        this(limits, policy, InetAddress::getAllByName);
    }

    /** @param dns how names are resolved */
    public GuardedClient(ClientLimits limits, HostPolicy policy, GuardedResolver.Dns dns) {
        this.policy = policy;
        if (!policy.allowsAny()) {
            this.exchange = null;
        } else if (ClassUtils.isPresent(LIBRARY, GuardedClient.class.getClassLoader())) {
            this.exchange = new ApacheExchange(limits, policy, dns);
        } else {
            throw new MissingLibraryException();
        }
    }

    /**
     * @throws HostNotAllowedException when the host is not listed
     * @throws AddressNotAllowedException when it resolves to an address that is neither public nor allowed
     * @throws IOException when there is no answer; one of the {@link InterruptedIOException}s after a timeout
     */
    public Answer send(Call call) throws IOException {
        if (exchange == null || !policy.allows(call.url())) {
            throw new HostNotAllowedException(call.url());
        }
        return exchange.send(call);
    }

    @Override
    public void close() {
        if (exchange != null) {
            exchange.close();
        }
    }
}
