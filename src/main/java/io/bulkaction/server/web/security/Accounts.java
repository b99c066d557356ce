package io.bulkaction.server.web.security;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/** The people who may log in, with their passwords as hashes only. */
final class Accounts {

    private final RememberingPasswordEncoder encoder;
    private final Map<String, Account> byName = new HashMap<>();
    private final List<String> hashes;
    private final long seed = new SecureRandom().nextLong();

    private record Account(String hash, Rights rights) {}

    /** @param users at least one */
    Accounts(Map<String, SecuritySettings.User> users, RememberingPasswordEncoder encoder) {
        this.encoder = encoder;
        users.forEach((name, user) -> {
            String hash = user.isHashed() ? user.hash() : encoder.encode(user.plain());
            byName.put(name, new Account(hash, user.rights()));
        });
        this.hashes = byName.values().stream().map(Account::hash).sorted().toList();
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** Whether this password of this user was found correct before. Costs nothing. */
    boolean remembers(String name, String password) {
        Account account = byName.get(name);
        return account != null && encoder.remembers(password, account.hash);
    }

    /**
     * An unknown name costs the same work: its password is checked against the hash of some user, always the same user
     * for the same name, because hashes may have different costs.
     */
    boolean isCorrect(String name, String password) {
        Account account = byName.get(name);
        if (account == null) {
            encoder.matchesUnremembered(password, hashes.get(Math.floorMod(Objects.hash(seed, name), hashes.size())));
            return false;
        }
        return encoder.matches(password, account.hash);
    }

    /** Only for a name that exists. */
    UserDetails user(String name) {
        Account account = Objects.requireNonNull(byName.get(name));
        return User.withUsername(name).password("").authorities(account.rights.authorities()).build();
    }
}
