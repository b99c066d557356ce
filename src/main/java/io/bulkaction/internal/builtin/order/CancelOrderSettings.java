package io.bulkaction.internal.builtin.order;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param exchanges How to reach each exchange, by name. */
@Validated
@ConfigurationProperties("bulk-action.processors.cancel-order")
record CancelOrderSettings(@DefaultValue @NotEmpty Map<String, @Valid Exchange> exchanges) {

    /**
     * @param baseUrl URL that every call begins with.
     * @param path Path behind the base URL. {orderId} and {symbol} are filled in.
     * @param method Method of the call. With POST, PUT and PATCH order id and symbol are also sent as a JSON object.
     * @param headers Headers of every call, such as an API key.
     * @param token Bearer token of every call.
     * @param connectTimeout Longest time to connect.
     * @param timeout Longest time to wait for the answer.
     */
    record Exchange(
            @NotNull CallUrl baseUrl,
            @DefaultValue("/orders/{orderId}") @Pattern(regexp = "/.*") String path,
            @DefaultValue("DELETE") @Pattern(regexp = "DELETE|POST|PUT|PATCH") String method,
            @DefaultValue Map<String, Secret> headers,
            @Nullable Secret token,
            @DefaultValue("5s") @PositiveDuration Duration connectTimeout,
            @DefaultValue("10s") @PositiveDuration Duration timeout) {

        boolean sendsBody() {
            return !method.equals("DELETE");
        }

        @AssertTrue(message = "path must contain {orderId} when the method is DELETE")
        boolean isOrderNamed() {
            return sendsBody() || path.contains("{orderId}");
        }
    }
}
