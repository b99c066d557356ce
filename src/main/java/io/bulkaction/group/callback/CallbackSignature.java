package io.bulkaction.group.callback;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets a receiver check who sent a callback, when, and that nothing was changed: HMAC-SHA256 over
 * {@code <seconds>.<id>.<body>}, in the form webhooks of this service have everywhere.
 */
final class CallbackSignature {

    static final String HEADER = "X-Bulk-Action-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private CallbackSignature() {}

    static String of(String secret, Instant now, String id, String body) {
        long seconds = now.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            byte[] sum = mac.doFinal((seconds + "." + id + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(sum);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
