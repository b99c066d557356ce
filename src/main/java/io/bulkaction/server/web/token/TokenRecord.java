package io.bulkaction.server.web.token;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * An API token as it is kept.
 *
 * @param hash SHA-256 of the token in hex; the token itself is kept nowhere
 * @param owner whose it is, in words
 * @param createdBy the administrator who made it
 * @param expiresAt null = never
 */
public record TokenRecord(
        String name,
        String hash,
        String owner,
        String createdBy,
        Instant createdAt,
        @Nullable Instant expiresAt,
        TokenGrant grant) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static TokenRecord parse(String record) {
        return JSON.readValue(record, TokenRecord.class);
    }

    String text() {
        return JSON.writeValueAsString(this);
    }

    public boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    TokenRecord expiringAt(@Nullable Instant then) {
        return new TokenRecord(name, hash, owner, createdBy, createdAt, then, grant);
    }
}
