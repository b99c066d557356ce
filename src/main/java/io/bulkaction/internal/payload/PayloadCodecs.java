package io.bulkaction.internal.payload;

import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.spi.PayloadCodec;
import io.bulkaction.spi.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every codec of this instance, in the order in which they encode. What they made is stored as
 * {@code ~<codec>=<key>+<codec>=<key>:<base64>}. No JSON begins with a tilde, so what was stored without a codec is read as it is.
 */
public final class PayloadCodecs {

    /** Where nothing is encoded. */
    public static final PayloadCodecs NONE = new PayloadCodecs(List.of(), List.of());

    private static final char MARK = '~';
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    private final List<PayloadCodec> encoders;
    private final Map<String, PayloadCodec> decoders = new LinkedHashMap<>();

    /** @param decoders those that know what others stored; the encoders are among them */
    private PayloadCodecs(List<PayloadCodec> encoders, List<PayloadCodec> decoders) {
        this.encoders = encoders;
        for (PayloadCodec codec : decoders) {
            if (!NAME.matcher(codec.name()).matches() || this.decoders.put(codec.name(), codec) != null) {
                throw new IllegalArgumentException(
                        "the name of a PayloadCodec must have 1 to 32 lower-case letters, digits"
                                + " and hyphens and be there once, not '" + codec.name() + "'");
            }
        }
    }

    /** @param own those of the application */
    public static PayloadCodecs of(PayloadSettings settings, List<PayloadCodec> own) {
        DeflateCodec deflate = new DeflateCodec(settings.compression().minSize().toBytes());
        AesGcmCodec aes = new AesGcmCodec(settings.encryption().keyBytes(), settings.encryption().activeKey());
        List<PayloadCodec> encoders = new ArrayList<>();
        if (settings.compression().enabled()) {
            encoders.add(deflate);
        }
        encoders.addAll(own);
        if (settings.encryption().activeKey() != null) {
            encoders.add(aes);
        }
        List<PayloadCodec> decoders = new ArrayList<>(own);
        decoders.add(deflate);
        decoders.add(aes);
        return new PayloadCodecs(encoders, decoders);
    }

    /** @param json a payload or a result; null stays null */
    public @Nullable String encode(@Nullable String json) {
        if (json == null || encoders.isEmpty()) {
            return json;
        }
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder();
        for (PayloadCodec codec : encoders) {
            PayloadCodec.Encoded encoded = codec.encode(bytes);
            if (encoded != null) {
                if (!KEY.matcher(encoded.key()).matches()) {
                    throw new IllegalStateException("the codec " + codec.name() + " has a key whose id is not valid");
                }
                head.append(head.isEmpty() ? MARK : '+').append(codec.name()).append('=').append(encoded.key());
                bytes = encoded.bytes();
            }
        }
        return head.isEmpty() ? json : head.append(':').append(Base64.getEncoder().encodeToString(bytes)).toString();
    }

    /** @throws PayloadCodecException if this instance cannot decode it */
    public String decode(String stored) {
        if (stored.isEmpty() || stored.charAt(0) != MARK) {
            return stored;
        }
        int end = stored.indexOf(':');
        if (end < 0) {
            throw PayloadCodecException.damaged("what is stored has no end of its head");
        }
        byte[] bytes = bytes(stored.substring(end + 1));
        for (String step : List.of(stored.substring(1, end).split("\\+")).reversed()) {
            String[] codecAndKey = step.split("=", 2);
            PayloadCodec codec = decoders.get(codecAndKey[0]);
            if (codec == null) {
                throw PayloadCodecException.missing("there is no PayloadCodec named '" + codecAndKey[0] + "'");
            }
            bytes = codec.decode(bytes, codecAndKey.length == 2 ? codecAndKey[1] : "");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The same to look at: where it cannot be decoded, JSON that says so. */
    public @Nullable String show(@Nullable String stored) {
        if (stored == null) {
            return null;
        }
        try {
            return decode(stored);
        } catch (PayloadCodecException e) {
            return "{\"unreadable\":\"" + (e.isTemporary() ? "PAYLOAD_KEY_MISSING" : "PAYLOAD_DAMAGED") + "\"}";
        }
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw PayloadCodecException.damaged("what is stored is not Base64");
        }
    }
}
