package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** How payloads and results are stored, under {@code bulk-action.payload.}. */
@Validated
@ConfigurationProperties("bulk-action.payload")
public record PayloadSettings(@DefaultValue @Valid Encryption encryption,
        @DefaultValue @Valid Compression compression) {

    /**
     * The rules on keys are asserted by methods, because a failed rule on a key itself would print it.
     *
     * @param activeKey Id of the key that payloads and results are encrypted with. Without it nothing is encrypted.
     * @param keys AES keys by id, 16, 24 or 32 bytes in Base64. Also those that are no longer active, as long as there are jobs
     *     encrypted with them.
     */
    public record Encryption(@Nullable String activeKey, @DefaultValue Map<String, String> keys) {

        private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
        private static final Set<Integer> SIZES = Set.of(16, 24, 32);

        @AssertTrue(message = "activeKey must be one of the keys")
        boolean isActiveKeyKnown() {
            return activeKey == null || keys.containsKey(activeKey);
        }

        @AssertTrue(message = "the id of a key must have 1 to 64 letters, digits, dots, hyphens and underscores")
        boolean isEveryIdUsable() {
            return keys.keySet().stream().allMatch(id -> ID.matcher(id).matches());
        }

        @AssertTrue(message = "a key must have 16, 24 or 32 bytes in Base64; make one with: openssl rand -base64 32")
        boolean isEveryKeyUsable() {
            try {
                return keyBytes().values().stream().allMatch(key -> SIZES.contains(key.length));
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        /** By id. */
        public Map<String, byte[]> keyBytes() {
            Map<String, byte[]> bytes = new HashMap<>();
            keys.forEach((id, key) -> bytes.put(id, Base64.getDecoder().decode(key.strip())));
            return bytes;
        }

        @Override
        public String toString() {
            return "Encryption[activeKey=" + activeKey + ", keys=" + keys.keySet() + "]";
        }
    }

    /**
     * @param enabled Whether large payloads and results are compressed.
     * @param minSize How large, as JSON text in UTF-8.
     */
    public record Compression(
            @DefaultValue("false") boolean enabled, @DefaultValue("1KB") DataSize minSize) {}
}
