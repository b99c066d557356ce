package io.bulkaction.server.web.token;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.BulkActionSettings;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The API tokens that were made at run time. A token is read from Redis at most once a second on an instance, so one that
 * was revoked is refused everywhere within that time. While Redis does not answer, none of them is accepted.
 */
public final class RuntimeTokens {

    /** Listing them reads them all at once. */
    public static final int MAX_TOKENS = 1_000;

    static final Duration VALID = Duration.ofSeconds(1);
    private static final Duration BETWEEN_USES = Duration.ofMinutes(1);
    /** Instances may have different settings for a while. */
    private static final Duration KEPT_USE = Duration.ofDays(1);
    private static final Duration KEPT_EXPIRED = Duration.ofDays(30);

    private final Optional<TokenRecords> shared;
    private final RecentlyRead<Optional<TokenRecord>> recent = new RecentlyRead<>(VALID, System::nanoTime);
    private final RecentlyRead<Set<String>> names = new RecentlyRead<>(VALID, System::nanoTime);
    private final RecentlyRead<Boolean> used = new RecentlyRead<>(BETWEEN_USES, System::nanoTime);

    /** @param queues empty where there is no Redis to keep tokens in; then there are none */
    public RuntimeTokens(Optional<Queues> queues) {
        this.shared = queues.map(all -> TokenRecords.of(all.get(BulkActionSettings.DEFAULT_QUEUE)));
    }

    private TokenRecords records() {
        return shared.orElseThrow(() -> new IllegalStateException("there is no Redis to keep API tokens in"));
    }

    /** Empty for one that was not made here, is wrong, revoked or expired. */
    public Optional<TokenRecord> find(String token) {
        return shared.flatMap(active -> TokenText.name(token))
                .flatMap(name -> recent.get(name, this::valid))
                .filter(record -> MessageDigest.isEqual(
                        HexFormat.of().parseHex(record.hash()), TokenText.sha256(token)));
    }

    /** Whether there is a token of the name in it, as of at most a second ago. One read serves all who ask. */
    public boolean isListed(String token) {
        return shared.flatMap(active -> TokenText.name(token))
                .filter(name -> names.get("", all -> records().names()).contains(name))
                .isPresent();
    }

    /** Whether this very token is still accepted, and not only one of its name. */
    public boolean isValid(String name, String hash) {
        return recent.get(name, this::valid).filter(record -> record.hash().equals(hash)).isPresent();
    }

    private Optional<TokenRecord> valid(String name) {
        return records().find(name).filter(record -> record.expiresAt() == null || !record.isExpired(records().now()));
    }

    /** Written once a minute for a token, whichever it is. */
    public void noteUse(String name, String address) {
        shared.ifPresent(records -> used.get(name, seldom -> {
            records.noteUse(name, new TokenUse(Instant.now(), address).text());
            return true;
        }));
    }

    public record Listed(TokenRecord token, boolean expired) {}

    /** By name. One that expired long ago is forgotten. */
    public List<Listed> all() {
        Instant now = records().now();
        List<Listed> kept = new ArrayList<>();
        for (TokenRecord token : records().all()) {
            if (token.isExpired(now.minus(KEPT_EXPIRED))) {
                records().remove(token.name());
            } else {
                kept.add(new Listed(token, token.isExpired(now)));
            }
        }
        kept.sort(Comparator.comparing(each -> each.token().name()));
        return kept;
    }

    public Map<String, TokenUse> uses() {
        Map<String, TokenUse> uses = new HashMap<>();
        records().uses().forEach((name, use) -> uses.put(name, TokenUse.parse(use)));
        return uses;
    }

    /** A use may be written while its token is revoked, and a token of the settings may be there no more. */
    public void forgetUsesBut(Set<String> names, Map<String, TokenUse> uses) {
        Instant longAgo = Instant.now().minus(KEPT_USE);
        uses.forEach((name, use) -> {
            if (!names.contains(name) && use.at().isBefore(longAgo)) {
                records().forgetUse(name);
            }
        });
    }

    public Instant now() {
        return records().now();
    }

    public boolean isFull() {
        return records().count() >= MAX_TOKENS;
    }

    /** False if there is one of that name. */
    public boolean create(TokenRecord token) {
        boolean created = records().create(token);
        recent.forget(token.name());
        names.forget("");
        return created;
    }

    /** @return the token as it is now; empty if there is none of that name */
    public Optional<TokenRecord> expire(String name, @Nullable Instant at) {
        Optional<TokenRecord> changed = records().change(name, token -> token.expiringAt(at));
        recent.forget(name);
        return changed;
    }

    /** False if there was none of that name. */
    public boolean revoke(String name) {
        boolean revoked = records().remove(name);
        recent.forget(name);
        used.forget(name);
        return revoked;
    }
}
