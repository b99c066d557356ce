package io.bulkaction.processor.http;

import io.bulkaction.job.JobId;
import io.bulkaction.processor.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets a receiver check who sent a call, when, and that nothing was changed: HMAC-SHA256 over
 * {@code <seconds>.<jobId>.<body>}. The job id is part of it so that a call cannot be replayed under another
 * Idempotency-Key; the time, so that it cannot be replayed much later.
 */
final class Signature {

    static final String HEADER = "X-Bulk-Action-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String of(Secret secret, Instant now, JobId job, byte[] body) {
        long seconds = now.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.value().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((seconds + "." + job + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
