package io.bulkaction.internal.builtin.push;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A Google service account: its identity, and the key that proves it. */
record ServiceAccount(String projectId, String clientEmail, String keyId, PrivateKey key, CallUrl tokenUri) {

    private static final String SCOPE = "https://www.googleapis.com/auth/firebase.messaging";

    private static final Duration LIFE_OF_ASSERTION = Duration.ofHours(1);

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private record KeyFile(
            @JsonProperty("project_id") @Nullable String projectId,
            @JsonProperty("client_email") @Nullable String clientEmail,
            @JsonProperty("private_key_id") @Nullable String keyId,
            @JsonProperty("private_key") @Nullable Secret key,
            @JsonProperty("token_uri") @Nullable String tokenUri) {}

    /** @throws IllegalArgumentException naming the file and what is wrong with it, never its content */
    static ServiceAccount read(Path file) {
        try {
            KeyFile content = JSON.readValue(Files.readAllBytes(file), KeyFile.class);
            return new ServiceAccount(
                    require(content.projectId, "project_id"),
                    require(content.clientEmail, "client_email"),
                    require(content.keyId, "private_key_id"),
                    key(require(content.key, "private_key")),
                    CallUrl.of(require(content.tokenUri, "token_uri")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the service account file " + file, e);
        } catch (JacksonException | GeneralSecurityException | IllegalArgumentException e) {
            String reason = e instanceof MissingFieldException ? e.getMessage() : "it cannot be read";
            throw new IllegalArgumentException("service account file " + file + ": " + reason);
        }
    }

    /** The signed statement (JWT, RS256) that is exchanged for an access token. */
    String assertion(CallUrl audience, Instant now) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", clientEmail);
        claims.put("scope", SCOPE);
        claims.put("aud", audience.uri().toString());
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.plus(LIFE_OF_ASSERTION).getEpochSecond());
        String signed = encoded(JSON.writeValueAsBytes(Map.of("alg", "RS256", "typ", "JWT", "kid", keyId)))
                + "." + encoded(JSON.writeValueAsBytes(claims));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of the service account cannot sign", e);
        }
    }

    @Override
    public String toString() {
        return "ServiceAccount[" + clientEmail + "]";
    }

    private static PrivateKey key(Secret pem) throws GeneralSecurityException {
        String base64 = pem.value().replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static <T> T require(@Nullable T value, String field) {
        if (value == null) {
            throw new MissingFieldException(field);
        }
        return value;
    }

    private static final class MissingFieldException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        MissingFieldException(String field) {
            super(field + " is missing");
        }
    }
}
