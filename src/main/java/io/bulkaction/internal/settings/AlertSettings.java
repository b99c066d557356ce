package io.bulkaction.internal.settings;

import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where alerts go. When they are raised is each queue's own setting.
 *
 * @param checkInterval how often the queues are looked at
 */
@Validated
@ConfigurationProperties("bulk-action.alerts")
public record AlertSettings(
        @DefaultValue("10s") @PositiveDuration Duration checkInterval,
        @DefaultValue @Valid Log log,
        @DefaultValue @Valid Webhook webhook,
        @DefaultValue @Valid Email email) {

    public record Log(@DefaultValue("true") boolean enabled) {}

    /**
     * @param url where alerts are posted to; none = no webhook. It may hold a secret, so it is never shown
     * @param timeout for one delivery
     * @param allowedNetworks address blocks such as {@code 10.0.0.0/8} that the name in the address may resolve to
     *     although they are not public
     */
    public record Webhook(
            @Nullable URI url,
            @DefaultValue("generic") Format format,
            @DefaultValue("10s") @PositiveDuration Duration timeout,
            @DefaultValue List<AddressBlock> allowedNetworks) {

        /** What the receiver understands. */
        public enum Format {
            /** One JSON object with every field of the alert. */
            GENERIC,
            /** What Slack and many others take as an incoming webhook. */
            SLACK
        }

        /** Where alerts are posted to; empty = no webhook. */
        public Optional<CallUrl> target() {
            return Optional.ofNullable(url).map(CallUrl::new);
        }

        @AssertTrue(message = "url must be an absolute http or https address, without user and fragment")
        boolean isUrlUsable() {
            try {
                return target().isEmpty() || target().get().port() > 0;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        @Override
        public String toString() {
            return "Webhook[url=" + (url == null ? "none" : "***") + ", format=" + format + "]";
        }
    }

    /**
     * @param to who gets alerts by e-mail; none = no e-mail
     * @param from sender, needed with {@code to}
     */
    public record Email(@DefaultValue List<String> to, @Nullable String from) {

        @AssertTrue(message = "from is needed where to is set")
        boolean isSenderGiven() {
            return to.isEmpty() || (from != null && !from.isBlank());
        }
    }
}
