package io.bulkaction.internal.settings;

import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Completion callbacks: a POST of the result to the URL given at submit.
 *
 * @param allowedHosts Hosts that may be called, as host (ports 80 and 443) or host:port. Without any, callbacks are
 *     refused.
 * @param allowedNetworks Networks that are not public and that an allowed host may still resolve to, such as
 *     10.0.0.0/8.
 * @param secret Key of the signature by which a receiver recognises a genuine callback.
 * @param timeout Longest time for one call.
 * @param giveUpAfter How long a failing callback is repeated.
 * @param maxConcurrent Callbacks in progress at once, per queue and instance.
 */
@Validated
@ConfigurationProperties("bulk-action.callbacks")
public record CallbackSettings(
        @DefaultValue List<AllowedHost> allowedHosts,
        @DefaultValue List<AddressBlock> allowedNetworks,
        @DefaultValue("") String secret,
        @DefaultValue("10s") @PositiveDuration Duration timeout,
        @DefaultValue("24h") @PositiveDuration Duration giveUpAfter,
        @DefaultValue("8") @Min(1) @Max(100) int maxConcurrent) {

    private static final int SHORTEST_SECRET = 16;

    public HostPolicy hostPolicy() {
        return new HostPolicy(allowedHosts, allowedNetworks);
    }

    @AssertTrue(message = "secret must have at least 16 characters when allowedHosts names any host")
    boolean isSecretGivenWhenNeeded() {
        return allowedHosts.isEmpty() || secret.length() >= SHORTEST_SECRET;
    }

    /** Without the secret: settings are logged. */
    @Override
    public String toString() {
        return "CallbackSettings[allowedHosts=" + allowedHosts + ", timeout=" + timeout + "]";
    }
}
