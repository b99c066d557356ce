package io.bulkaction.internal.builtin.push;

import io.bulkaction.Job;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a payload in the format of FCM's HTTP v1 API. FCM has no idempotency key, so the device is told to replace a
 * notification of the same job: a job that runs twice shows once.
 */
final class FcmMessage {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final int LENGTH_OF_TAG = 32;

    private FcmMessage() {}

    static byte[] of(Job job, PushPayload push) {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode message = root.putObject("message");
        message.put("token", push.deviceToken());
        if (push.title() != null || push.message() != null) {
            ObjectNode notification = message.putObject("notification");
            putText(notification, "title", push.title());
            putText(notification, "body", push.message());
            putText(notification, "image", push.imageUrl());
        }
        if (!push.data().isEmpty()) {
            message.set("data", JSON.valueToTree(push.data()));
        }
        String tag = tag(job);
        putObject(message, "android", push.android(), "{\"notification\":{\"tag\":\"" + tag + "\"}}");
        putObject(message, "apns", push.apns(), "{\"headers\":{\"apns-collapse-id\":\"" + tag + "\"}}");
        putObject(message, "webpush", push.webpush(), null);
        return JSON.writeValueAsBytes(root);
    }

    private static void putText(ObjectNode into, String field, @Nullable String text) {
        if (text != null) {
            into.put(field, text);
        }
    }

    private static void putObject(ObjectNode into, String field, @Nullable JsonNode given, @Nullable String otherwise) {
        if (given != null && !given.isNull()) {
            into.set(field, given);
        } else if (otherwise != null && into.has("notification")) {
            into.set(field, JSON.readTree(otherwise));
        }
    }

    private static String tag(Job job) {
        try {
            byte[] key = job.idempotencyKey().getBytes(StandardCharsets.UTF_8);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
            return HexFormat.of().formatHex(hash).substring(0, LENGTH_OF_TAG);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
