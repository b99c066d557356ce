package io.bulkaction.internal.builtin.outbound;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets a receiver check who sent a call, when, and that nothing was changed: HMAC-SHA256 over
 * {@code <seconds>.<id>.<body>}. The id, which is also the Idempotency-Key, is part of it so that a call cannot be replayed
 * under another one; the time, so that it cannot be replayed much later.
 */
public final class Signature {

    public static final String HEADER = "X-Bulk-Action-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    public static String of(String secret, Instant now, String id, byte[] body) {
        long seconds = now.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((seconds + "." + id + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
