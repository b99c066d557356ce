package io.bulkaction.internal.redis;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.settings.RedisSettings;
import io.bulkaction.internal.settings.RedisSettings.EvictionPolicyCheck;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses a Redis that would lose jobs or cannot run the scripts, before any job is accepted. Asks with INFO alone:
 * hosted servers often forbid CONFIG. In a cluster every node is looked at.
 */
public final class RedisChecks {

    private static final Logger log = LoggerFactory.getLogger(RedisChecks.class);
    private static final String NO_EVICTION = "noeviction";
    private static final int OLDEST_MAJOR = 7;
    private static final Pattern MAJOR = Pattern.compile("(\\d+)\\..*");
    /** What Lettuce says if the handshake was refused so quickly that the reason was gone before anybody read it. */
    private static final String UNREAD_REFUSAL = "RedisHandshakeHandler not registered";

    private static final int MAX_ATTEMPTS = 30;

    private final RedisLocation location;
    private final Function<String, List<ServerInfo>> info;
    private final RedisSettings settings;

    public RedisChecks(RedisAccess redis, RedisSettings settings) {
        this(redis.location(), section -> ServerInfo.of(redis, section), settings);
    }

    /** @param info what the servers answer for a section */
    RedisChecks(RedisLocation location, Function<String, List<ServerInfo>> info, RedisSettings settings) {
        this.location = location;
        this.info = info;
        this.settings = settings;
    }

    /** Throws a {@link RedisStartException} that says how to mend it. */
    public void verify() {
        for (int attempt = 1;; attempt++) {
            try {
                verifyServers();
                return;
            } catch (RedisException | RedisUnavailableException e) {
                if (isForbidden(e)) {
                    log.warn("Redis at {} cannot be checked: its user may not run INFO ({})", location, reasonOf(e));
                    return;
                }
                if (attempt == MAX_ATTEMPTS || !reasonOf(e).equals(UNREAD_REFUSAL)) {
                    throw unreachable(e);
                }
            }
        }
    }

    private void verifyServers() {
        info.apply("server").forEach(server -> verifyVersion(name(server), server));
        info.apply("memory").forEach(
                server -> verifyPolicy(name(server), server.fields().getOrDefault("maxmemory_policy", NO_EVICTION)));
    }

    private static void verifyVersion(String node, ServerInfo server) {
        Matcher major = MAJOR.matcher(server.version());
        if (major.matches() && Integer.parseInt(major.group(1)) < OLDEST_MAJOR) {
            throw new RedisStartException(
                    "Redis at " + node + " is version " + server.version() + "; 7.0 or newer is needed.",
                    "Upgrade it, or point bulk-action.redis.url to a newer one.",
                    null);
        }
    }

    private void verifyPolicy(String node, String policy) {
        if (policy.equals(NO_EVICTION)) {
            return;
        }
        if (policy.startsWith("volatile-")) {
            log.warn("Redis at {} has maxmemory-policy {}: when its memory is full, records of jobs that are over,"
                    + " and the audit log, can disappear before their retention ends. Jobs that wait are safe", node,
                    policy);
            return;
        }
        String danger = "Redis at " + node + " has maxmemory-policy " + policy
                + ": when its memory is full it would throw away jobs.";
        if (settings.evictionPolicyCheck() == EvictionPolicyCheck.FAIL) {
            throw new RedisStartException(
                    danger,
                    "Set 'maxmemory-policy noeviction' in redis.conf (now: CONFIG SET maxmemory-policy noeviction); or point"
                            + " bulk-action.redis.url to another Redis than that of your cache; or accept the loss with bulk-action.redis.eviction-policy-check=warn.",
                    null);
        }
        log.warn("{} Accepted because bulk-action.redis.eviction-policy-check is warn", danger);
    }

    private static String reasonOf(Throwable failure) {
        Throwable root = rootOf(failure);
        return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Only a server that cannot be asked is not refused. */
    private static boolean isForbidden(RuntimeException failure) {
        return reasonOf(failure).startsWith("NOPERM") && rootOf(failure) instanceof RedisCommandExecutionException;
    }

    /** For a call that Redis has not answered. */
    public RedisStartException unreachable(RuntimeException failure) {
        String reason = reasonOf(failure);
        if (reason.contains("WRONGPASS") || reason.contains("NOAUTH") || reason.contains("invalid password")) {
            String prefix = location.property().startsWith("spring.") ? "spring.data.redis" : "bulk-action.redis";
            return new RedisStartException(
                    "Redis at " + location + " refuses the login (" + prefix + ".username, .password): " + reason,
                    "Set " + prefix + ".password, and " + prefix + ".username if it has ACL users.",
                    failure);
        }
        return new RedisStartException(
                "Redis at " + location + " (" + location.property() + ") cannot be reached: " + reason,
                "Start it, or correct " + location.property() + ". An application that must start without it sets"
                        + " bulk-action.start-check=warn.",
                failure);
    }

    private String name(ServerInfo server) {
        return server.node().isEmpty() ? location.text() : server.node();
    }
}
