package io.bulkaction.internal.payload;

import io.bulkaction.spi.PayloadCodec;
import io.bulkaction.spi.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** AES-GCM with a random nonce in front of what it made. The id of the key is authenticated along with it. */
final class AesGcmCodec implements PayloadCodec {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, SecretKey> keys = new HashMap<>();
    private final @Nullable String active;

    /** @param active the key to encrypt with; null if there are only keys to decrypt with */
    AesGcmCodec(Map<String, byte[]> keys, @Nullable String active) {
        keys.forEach((id, key) -> this.keys.put(id, new SecretKeySpec(key, "AES")));
        this.active = active;
    }

    @Override
    public String name() {
        return "aes-gcm";
    }

    @Override
    public @Nullable Encoded encode(byte[] plain) {
        if (active == null) {
            return null;
        }
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, active, nonce).doFinal(plain);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return new Encoded(all, active);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM with the key '" + active + "' does not work", e);
        }
    }

    @Override
    public byte[] decode(byte[] encoded, String key) {
        if (!keys.containsKey(key)) {
            throw PayloadCodecException.missing("there is no key '" + key + "' in bulk-action.payload.encryption.keys");
        }
        if (encoded.length < NONCE_BYTES) {
            throw PayloadCodecException.damaged("what is stored is too short");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(encoded, NONCE_BYTES))
                    .doFinal(encoded, NONCE_BYTES, encoded.length - NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            throw PayloadCodecException.damaged("what is stored was changed, or not made with this key '" + key + "'");
        }
    }

    private Cipher cipher(int mode, String key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, keys.get(key), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(key.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
