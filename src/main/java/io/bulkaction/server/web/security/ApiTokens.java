package io.bulkaction.server.web.security;

import io.bulkaction.server.web.ClientNetwork;
import io.bulkaction.server.web.token.RuntimeTokens;
import io.bulkaction.server.web.token.TokenRecord;
import io.bulkaction.server.web.token.TokenText;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/**
 * The API tokens of machines, as hashes only: those of the settings, which need no Redis, and those made at run time. A
 * fast hash is enough, because they are long and random.
 */
final class ApiTokens {

    /** Of a network, in a minute. */
    static final int MAX_MISSES = 60;
    private static final int MAX_NETWORKS = 10_000;

    private final List<Machine> machines;
    private final RuntimeTokens made;
    private final Predicate<String> isConfigured;
    private final RefillingBudget<String> misses =
            new RefillingBudget<>(MAX_MISSES, Duration.ofMinutes(1), MAX_NETWORKS, System::nanoTime);

    private record Machine(String name, byte[] hash, List<GrantedAuthority> authorities) {}

    /**
     * What goes with a login by an API token.
     *
     * @param expiresAt null = never
     * @param madeHash hash of one that was made at run time; else null
     */
    record Details(@Nullable Instant expiresAt, @Nullable String madeHash) {}

    /** @param isConfigured whether a user or an API token of the settings has a name */
    ApiTokens(
            Map<String, SecuritySettings.ApiToken> tokens, RuntimeTokens made,
            Predicate<String> isConfigured) {
        this.machines = tokens.entrySet().stream()
                .map(entry -> new Machine(
                        entry.getKey(),
                        hash(entry.getValue()),
                        entry.getValue().rights().authorities()))
                .toList();
        this.made = made;
        this.isConfigured = isConfigured;
    }

    /** Compares with every API token of the settings even after a match, so that the time taken reveals nothing. */
    Optional<Authentication> find(String token, String address) {
        byte[] hash = TokenText.sha256(token);
        @Nullable
        Machine found = null;
        for (Machine machine : machines) {
            if (MessageDigest.isEqual(machine.hash, hash)) {
                found = machine;
            }
        }
        Optional<Authentication> login = found == null
                ? made(token, address)
                        // why: a name in the settings is that of somebody else
                        .filter(record -> !isConfigured.test(record.name()))
                        .map(ApiTokens::login)
                : Optional.of(login(found.name, found.authorities, new Details(null, null)));
        login.ifPresent(who -> made.noteUse(who.getName(), address));
        return login;
    }

    /** Made-up names cost a read each, so a network that sends many has only those looked up that are on the list. */
    private Optional<TokenRecord> made(String token, String address) {
        String network = ClientNetwork.of(address);
        if (misses.isUsedUp(network) && !made.isListed(token)) {
            return Optional.empty();
        }
        Optional<TokenRecord> found = made.find(token);
        if (found.isEmpty()) {
            misses.take(network);
        }
        return found;
    }

    private static Authentication login(TokenRecord token) {
        return login(token.name(), rights(token).authorities(), new Details(token.expiresAt(), token.hash()));
    }

    static Rights rights(TokenRecord token) {
        Set<SecuritySettings.Role> roles = EnumSet.noneOf(SecuritySettings.Role.class);
        token.grant().roles().forEach(role -> roles.add(SecuritySettings.Role.valueOf(role)));
        return new Rights(roles, token.grant().scope(), token.grant().payloads(), token.grant().quota());
    }

    static Authentication login(String name, List<GrantedAuthority> authorities, Details details) {
        UsernamePasswordAuthenticationToken login =
                UsernamePasswordAuthenticationToken.authenticated(name, null, authorities);
        login.setDetails(details);
        return login;
    }

    private static byte[] hash(SecuritySettings.ApiToken token) {
        return token.isHashed() ? HexFormat.of().parseHex(token.hash()) : TokenText.sha256(token.token());
    }
}
