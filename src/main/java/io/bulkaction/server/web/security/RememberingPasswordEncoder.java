package io.bulkaction.server.web.security;

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
 * Checks a correct password slowly only once. A slow hash is meant to make guessing expensive, but it would cost a
 * machine that sends the correct password with every request just as much. So the last correct password is remembered
 * per hash, as a keyed digest whose key never leaves this process. A wrong password is always checked slowly.
 */
final class RememberingPasswordEncoder implements PasswordEncoder {

    private static final String ALGORITHM = "HmacSHA256";

    private final PasswordEncoder slow;
    private final SecretKeySpec key;
    private final Map<String, byte[]> remembered = new ConcurrentHashMap<>();

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
        remembered.put(hash, digest(password));
        return true;
    }

    boolean remembers(CharSequence password, String hash) {
        byte[] known = remembered.get(hash);
        return known != null && MessageDigest.isEqual(known, digest(password));
    }

    /** Always checks slowly, and remembers nothing. */
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
