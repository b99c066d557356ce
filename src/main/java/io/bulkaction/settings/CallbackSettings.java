package io.bulkaction.settings;

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
 * @param allowedHosts {@code host} (every port) or {@code host:port}; none means that no callback is accepted
 * @param secret key of the signature, so that a receiver can tell a callback from a forgery
 * @param timeout longest wait for an answer
 * @param giveUpAfter how long a callback that fails is tried again
 * @param maxConcurrent callbacks under way at once, per queue and instance
 */
@Validated
@ConfigurationProperties("bulk-action.callbacks")
public record CallbackSettings(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("") String secret,
        @DefaultValue("10s") @PositiveDuration Duration timeout,
        @DefaultValue("24h") @PositiveDuration Duration giveUpAfter,
        @DefaultValue("8") @Min(1) @Max(100) int maxConcurrent) {

    private static final int SHORTEST_SECRET = 16;

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
