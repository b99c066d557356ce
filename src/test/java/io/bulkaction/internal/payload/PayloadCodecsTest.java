package io.bulkaction.internal.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.internal.settings.PayloadSettings.Compression;
import io.bulkaction.internal.settings.PayloadSettings.Encryption;
import io.bulkaction.spi.PayloadCodec;
import io.bulkaction.spi.PayloadCodecException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class PayloadCodecsTest {

    private static final String OLD = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String NEW = Base64.getEncoder().encodeToString("0123456789abcdef".getBytes());
    private static final String LARGE = "{\"text\":\"" + "well, well, ".repeat(500) + "\"}";

    @Test
    void withoutCodecsNothingIsTouched() {
        String json = "{\"a\":1}";
        assertThat(PayloadCodecs.NONE.encode(json)).isSameAs(json);
        assertThat(PayloadCodecs.NONE.decode(json)).isSameAs(json);
        assertThat(PayloadCodecs.NONE.encode(null)).isNull();
    }

    @Test
    void whatIsStoredNamesItsKeyAndHidesTheRest() {
        PayloadCodecs codecs = codecs("old", Map.of("old", OLD), false);

        String stored = codecs.encode("{\"secret\":\"키\"}");

        assertThat(stored).startsWith("~aes-gcm=old:").doesNotContain("secret");
        assertThat(codecs.encode("{\"secret\":\"키\"}")).as("the same again looks different").isNotEqualTo(stored);
        assertThat(codecs.decode(stored)).isEqualTo("{\"secret\":\"키\"}");
        assertThat(codecs.decode("{\"plain\":1}")).isEqualTo("{\"plain\":1}");
    }

    @Test
    void afterARotationEarlierKeysStillDecode() {
        String stored = codecs("old", Map.of("old", OLD), false).encode("1");
        PayloadCodecs rotated = codecs("new", Map.of("old", OLD, "new", NEW), false);

        assertThat(rotated.decode(stored)).isEqualTo("1");
        assertThat(rotated.encode("1")).startsWith("~aes-gcm=new:");
        assertThat(codecs(null, Map.of("old", OLD), false).decode(stored)).as("switched off").isEqualTo("1");
    }

    @Test
    void anUnknownKeyOrCodecMayComeLaterAndWhatIsDamagedStaysDamaged() {
        String stored = codecs("old", Map.of("old", OLD), false).encode("1");

        assertTemporary(codecs("new", Map.of("new", NEW), false), stored, true);
        assertTemporary(PayloadCodecs.NONE, stored, true);
        assertTemporary(codecs("old", Map.of("old", NEW), false), stored, false);
        assertTemporary(codecs("old", Map.of("old", OLD), false), stored.replace(":", ":AAAA"), false);
        assertTemporary(codecs("old", Map.of("old", OLD), false), "~aes-gcm=old:AA*", false);
        assertTemporary(codecs("old", Map.of("old", OLD), false), "~aes-gcm", false);
        assertThat(PayloadCodecs.NONE.show(stored)).isEqualTo("{\"unreadable\":\"PAYLOAD_KEY_MISSING\"}");
    }

    private static void assertTemporary(PayloadCodecs codecs, String stored, boolean temporary) {
        assertThatThrownBy(() -> codecs.decode(stored))
                .isInstanceOfSatisfying(
                        PayloadCodecException.class, e -> assertThat(e.isTemporary()).isEqualTo(temporary));
    }

    @Test
    void largeJsonIsCompressedBeforeItIsEncryptedAndSmallJsonIsNot() {
        PayloadCodecs codecs = codecs("old", Map.of("old", OLD), true);

        assertThat(codecs.encode(LARGE)).startsWith("~deflate=+aes-gcm=old:").hasSizeLessThan(LARGE.length() / 10);
        assertThat(codecs.decode(codecs.encode(LARGE))).isEqualTo(LARGE);
        assertThat(codecs.encode("{}")).startsWith("~aes-gcm=old:");
    }

    @Test
    void whatWouldNotGetSmallerIsLeft() {
        String noise = "\"" + Base64.getEncoder().encodeToString(noise()) + "\"";

        assertThat(codecs(null, Map.of(), true).encode(noise)).isSameAs(noise);
    }

    private static byte[] noise() {
        byte[] noise = new byte[4_000];
        new java.util.Random(1).nextBytes(noise);
        return noise;
    }

    @Test
    void anApplicationHasItsOwnCodecBetweenTheTwo() {
        PayloadCodecs codecs = PayloadCodecs.of(
                new PayloadSettings(new Encryption("old", Map.of("old", OLD)), compression(true)),
                List.of(new Shift()));

        assertThat(codecs.encode(LARGE)).startsWith("~deflate=+shift=by-1+aes-gcm=old:");
        assertThat(codecs.decode(codecs.encode(LARGE))).isEqualTo(LARGE);
        assertThatThrownBy(() -> PayloadCodecs.of(
                new PayloadSettings(new Encryption(null, Map.of()), compression(false)),
                List.of(new Shift(), new Shift())))
                .hasMessageContaining("shift");
    }

    /** Adds one to each byte. */
    private static final class Shift implements PayloadCodec {

        @Override
        public String name() {
            return "shift";
        }

        @Override
        public Encoded encode(byte[] plain) {
            return new Encoded(shifted(plain, 1), "by-1");
        }

        @Override
        public byte[] decode(byte[] encoded, String key) {
            assertThat(key).isEqualTo("by-1");
            return shifted(encoded, -1);
        }

        private static byte[] shifted(byte[] bytes, int by) {
            byte[] shifted = bytes.clone();
            for (int i = 0; i < shifted.length; i++) {
                shifted[i] += (byte) by;
            }
            return shifted;
        }
    }

    private static PayloadCodecs codecs(@Nullable String active, Map<String, String> keys, boolean compress) {
        return PayloadCodecs.of(new PayloadSettings(new Encryption(active, keys), compression(compress)), List.of());
    }

    private static Compression compression(boolean enabled) {
        return new Compression(enabled, DataSize.ofKilobytes(1));
    }
}
