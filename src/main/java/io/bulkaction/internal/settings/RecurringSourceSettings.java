package io.bulkaction.internal.settings;

import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.ClientLimits;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Where recurring bulk actions may fetch their jobs over HTTP.
 *
 * @param allowedHosts Hosts that may be called, as host (ports 80 and 443) or host:port.
 * @param allowedNetworks Networks that are not public and that an allowed host may still resolve to, such as
 *     10.0.0.0/8.
 * @param timeout Longest time for one call.
 * @param maxSize Largest answer. It is kept in memory while its jobs are submitted.
 */
@Validated
@ConfigurationProperties("bulk-action.recurring-sources")
public record RecurringSourceSettings(
        @DefaultValue List<AllowedHost> allowedHosts,
        @DefaultValue List<AddressBlock> allowedNetworks,
        @DefaultValue("60s") @PositiveDuration Duration timeout,
        @DefaultValue("32MB") DataSize maxSize) {

    private static final int MAX_CONNECTIONS = 8;

    public HostPolicy hostPolicy() {
        return new HostPolicy(allowedHosts, allowedNetworks);
    }

    public ClientLimits limits() {
        // why one more: an answer of just the size is not mistaken for one that is longer
        return new ClientLimits(timeout, timeout, timeout, maxSize.toBytes() + 1, MAX_CONNECTIONS, MAX_CONNECTIONS);
    }
}
