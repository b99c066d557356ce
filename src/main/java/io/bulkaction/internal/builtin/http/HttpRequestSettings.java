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
 * @param allowedHosts {@code host} (ports 80 and 443) or {@code host:port}; no other host is called
 * @param allowedNetworks address blocks such as {@code 10.0.0.0/8} that listed names may resolve to although they are
 *     not public
 * @param timeout longest silence of the other side, and longest reading of its answer
 * @param maxResponseSize how much of an answer is read; the rest is dropped
 * @param keepResponse puts the body of a successful answer into the job's result
 * @param maxConnections open connections over all hosts; calls beyond wait for the connect timeout
 * @param signingSecret key of the signature; without one nothing is signed
 * @param signingSecrets keys for single hosts, instead of {@code signingSecret}
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
