package io.bulkaction.internal.builtin.order;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param exchanges how to reach each exchange, by its name */
@Validated
@ConfigurationProperties("bulk-action.processors.cancel-order")
record CancelOrderSettings(@DefaultValue @NotEmpty Map<String, @Valid Exchange> exchanges) {

    /**
     * @param path put behind the base address; {@code {orderId}} and {@code {symbol}} are filled in
     * @param method with POST, PUT and PATCH order id and symbol are also sent as a JSON object
     * @param headers sent with every call, such as an API key
     * @param token sent as bearer token
     */
    record Exchange(
            @NotNull URI baseUrl,
            @DefaultValue("/orders/{orderId}") @Pattern(regexp = "/.*") String path,
            @DefaultValue("DELETE") @Pattern(regexp = "DELETE|POST|PUT|PATCH") String method,
            @DefaultValue Map<String, Secret> headers,
            @Nullable Secret token,
            @DefaultValue("5s") @PositiveDuration Duration connectTimeout,
            @DefaultValue("10s") @PositiveDuration Duration timeout) {

        boolean sendsBody() {
            return !method.equals("DELETE");
        }

        @AssertTrue(message = "base-url must begin with http:// or https:// and name a host")
        boolean isBaseUrlHttp() {
            return baseUrl == null
                    || baseUrl.getHost() != null && String.valueOf(baseUrl.getScheme()).matches("https?");
        }

        @AssertTrue(message = "path must contain {orderId} when the method is DELETE")
        boolean isOrderNamed() {
            return sendsBody() || path.contains("{orderId}");
        }
    }
}
