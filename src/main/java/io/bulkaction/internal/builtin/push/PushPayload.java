package io.bulkaction.internal.builtin.push;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One message to one device.
 *
 * @param deviceToken registration token of the app on the device
 * @param message text of the notification
 * @param data passed to the app, texts only
 * @param android options for Android as FCM has them; the same for apns and webpush
 */
record PushPayload(
        @Nullable String deviceToken,
        @Nullable String title,
        @Nullable String message,
        @Nullable String imageUrl,
        @Nullable Map<String, String> data,
        @Nullable JsonNode android,
        @Nullable JsonNode apns,
        @Nullable JsonNode webpush) {

    PushPayload {
        data = data == null ? Map.of() : data;
        require(deviceToken != null && !deviceToken.isBlank(), "deviceToken is missing");
        require(title != null || message != null || !data.isEmpty(), "title, message and data are all missing");
        requireObject("android", android);
        requireObject("apns", apns);
        requireObject("webpush", webpush);
    }

    private static void requireObject(String field, @Nullable JsonNode value) {
        require(value == null || value.isNull() || value.isObject(), field + " must be an object");
    }
}
