package io.bulkaction.internal.settings;

import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where alerts go. When they are raised is a setting of each queue.
 *
 * @param checkInterval How often the queues are checked.
 */
@Validated
@ConfigurationProperties("bulk-action.alerts")
public record AlertSettings(
        @DefaultValue("10s") @PositiveDuration Duration checkInterval,
        @DefaultValue @Valid Log log,
        @DefaultValue @Valid Webhook webhook,
        @DefaultValue @Valid Email email) {

    /** @param enabled Whether alerts are written to the log. */
    public record Log(@DefaultValue("true") boolean enabled) {}

    /**
     * @param url URL to which alerts are posted. Without one there is no webhook. It is never shown, because it may
     *     contain a secret.
     * @param format Format that the receiver understands.
     * @param timeout Longest time for one delivery.
     * @param allowedNetworks Networks that are not public and that the host of the URL may still resolve to, such as
     *     10.0.0.0/8.
     */
    public record Webhook(
            @Nullable CallUrl url,
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

        @Override
        public String toString() {
            return "Webhook[url=" + (url == null ? "none" : "***") + ", format=" + format + "]";
        }
    }

    /**
     * @param to Who gets alerts by mail. Without anybody no mails are sent.
     * @param from Sender of the mails; required if there is a recipient.
     */
    public record Email(@DefaultValue List<String> to, @Nullable String from) {

        @AssertTrue(message = "from is needed where to is set")
        boolean isSenderGiven() {
            return to.isEmpty() || (from != null && !from.isBlank());
        }
    }
}
