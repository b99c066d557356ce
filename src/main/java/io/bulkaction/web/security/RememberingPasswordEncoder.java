package io.bulkaction.web.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Pays for a right password once. A slow hash is meant to cost whoever guesses; a machine that sends the right password
 * with every request would pay just as much. So the last password that proved right is kept per hash, as a keyed digest
 * whose key never leaves this process. Wrong passwords always cost the full price.
 */
final class RememberingPasswordEncoder implements PasswordEncoder {

    private static final String ALGORITHM = "HmacSHA256";

    private final PasswordEncoder slow;
    private final SecretKeySpec key;
    private final Map<String, byte[]> proven = new ConcurrentHashMap<>();

    RememberingPasswordEncoder(PasswordEncoder slow) {
        this.slow = slow;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        return slow.encode(password);
    }

    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
        if (password == null || hash == null) {
            return false;
        }
        if (remembers(password, hash)) {
            return true;
        }
        if (!slow.matches(password, hash)) {
            return false;
        }
        proven.put(hash, digest(password));
        return true;
    }

    boolean remembers(CharSequence password, String hash) {
        byte[] known = proven.get(hash);
        return known != null && MessageDigest.isEqual(known, digest(password));
    }

    /** Pays the full price whatever is remembered, and remembers nothing. */
    boolean matchesUnremembered(CharSequence password, String hash) {
        return slow.matches(password, hash);
    }

    private byte[] digest(CharSequence password) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(password.toString().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
