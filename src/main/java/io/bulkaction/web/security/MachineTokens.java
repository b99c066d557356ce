package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The bearer tokens of machines, as hashes only. A plain hash is enough: tokens are long and random. */
final class MachineTokens {

    private final List<Machine> machines;

    private record Machine(String name, byte[] hash, List<GrantedAuthority> authorities) {}

    MachineTokens(Map<String, SecuritySettings.Token> tokens) {
        this.machines = tokens.entrySet().stream()
                .map(entry -> new Machine(
                        entry.getKey(),
                        sha256(entry.getValue().token()),
                        authorities(entry.getValue())))
                .toList();
    }

    /** Looks at every token whichever fits, so that the time taken tells nothing. */
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

    private static List<GrantedAuthority> authorities(SecuritySettings.Token token) {
        return token.roles().stream()
                .<GrantedAuthority>map(role -> new SimpleGrantedAuthority("ROLE_" + role.name()))
                .toList();
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
