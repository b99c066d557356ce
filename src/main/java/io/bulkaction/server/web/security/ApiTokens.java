package io.bulkaction.server.web.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/** The API tokens of machines, as hashes only. A fast hash is enough, because they are long and random. */
final class ApiTokens {

    private final List<Machine> machines;

    private record Machine(String name, byte[] hash, List<GrantedAuthority> authorities) {}

    ApiTokens(Map<String, SecuritySettings.ApiToken> tokens) {
        this.machines = tokens.entrySet().stream()
                .map(entry -> new Machine(
                        entry.getKey(),
                        hash(entry.getValue()),
                        entry.getValue().rights().authorities()))
                .toList();
    }

    /** Compares with every API token even after a match, so that the time taken reveals nothing. */
    Optional<Authentication> find(String token) {
        byte[] hash = sha256(token);
        @Nullable
        Machine found = null;
        for (Machine machine : machines) {
            if (MessageDigest.isEqual(machine.hash, hash)) {
                found = machine;
            }
        }
        return Optional.ofNullable(found)
                .map(machine -> UsernamePasswordAuthenticationToken.authenticated(
                        machine.name, null, machine.authorities));
    }

    private static byte[] hash(SecuritySettings.ApiToken token) {
        return token.isHashed() ? HexFormat.of().parseHex(token.hash()) : sha256(token.token());
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
