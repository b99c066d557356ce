package io.bulkaction.internal.builtin.http;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.ClientLimits;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * @param allowedHosts Hosts that may be called, as host (ports 80 and 443) or host:port. Without any, the processor is
 *     off.
 * @param allowedNetworks Networks that are not public and that an allowed host may still resolve to, such as
 *     10.0.0.0/8.
 * @param connectTimeout Longest time to connect, and to wait for a free connection.
 * @param timeout Longest silence of the other side, and longest time to read its answer.
 * @param maxResponseSize How much of an answer is read.
 * @param keepResponse Whether the body of a successful answer becomes part of the job's result.
 * @param maxConnections Most open connections over all hosts.
 * @param maxConnectionsPerHost Most open connections to one host.
 * @param signingSecret Key of the signature. Without one nothing is signed.
 * @param signingSecrets Keys for single hosts, which replace signing-secret there.
 */
@Validated
@ConfigurationProperties("bulk-action.processors.http-request")
record HttpRequestSettings(
        @DefaultValue @NotEmpty List<AllowedHost> allowedHosts,
        @DefaultValue List<AddressBlock> allowedNetworks,
        @DefaultValue("5s") @PositiveDuration Duration connectTimeout,
        @DefaultValue("20s") @PositiveDuration Duration timeout,
        @DefaultValue("64KB") DataSize maxResponseSize,
        @DefaultValue("false") boolean keepResponse,
        @DefaultValue("200") @Min(1) int maxConnections,
        @DefaultValue("100") @Min(1) int maxConnectionsPerHost,
        @Nullable Secret signingSecret,
        @DefaultValue Map<String, Secret> signingSecrets) {

    HostPolicy policy() {
        return new HostPolicy(allowedHosts, allowedNetworks);
    }

    ClientLimits limits() {
        return new ClientLimits(
                connectTimeout, timeout, null, maxResponseSize.toBytes(), maxConnections, maxConnectionsPerHost);
    }

    @Nullable
    Secret secretFor(String host) {
        return signingSecrets.getOrDefault(AllowedHost.canonical(host), signingSecret);
    }
}
