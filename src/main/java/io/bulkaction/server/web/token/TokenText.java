package io.bulkaction.server.web.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an API token is written: {@code ba_<name>.<secret>}. The prefix lets scanners find one that was published by mistake,
 * and the name says which one to revoke. The secret has 256 random bits, so a fast hash of it is enough.
 */
public final class TokenText {

    public static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    static final String PREFIX = "ba_";

    private static final int SECRET_BYTES = 32;
    private static final Pattern TEXT = Pattern.compile(PREFIX + "(" + NAME + ")\\.([A-Za-z0-9_-]{43})");
    private static final SecureRandom RANDOM = new SecureRandom();

    private TokenText() {}

    public static String random(String name) {
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return PREFIX + name + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** The name in it; empty for what was not made here. */
    static Optional<String> name(String token) {
        Matcher parts = TEXT.matcher(token);
        return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
    }

    /** In hex. */
    public static String hash(String token) {
        return HexFormat.of().formatHex(sha256(token));
    }

    public static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
