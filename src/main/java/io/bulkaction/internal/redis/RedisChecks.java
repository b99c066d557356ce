package io.bulkaction.internal.redis;

import io.bulkaction.internal.settings.RedisSettings;
import io.bulkaction.internal.settings.RedisSettings.EvictionPolicyCheck;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Refuses a Redis that would lose jobs or cannot run the scripts, before any job is accepted. Asks with INFO alone:
 * hosted servers often forbid CONFIG. In a cluster every node is looked at.
 */
public final class RedisChecks {

    private static final Logger log = LoggerFactory.getLogger(RedisChecks.class);
    private static final int OLDEST_MAJOR = 7;
    private static final Pattern MAJOR = Pattern.compile("(\\d+)\\..*");
    /** What Lettuce says if the handshake was refused so quickly that the reason was gone before anybody read it. */
    private static final String UNREAD_REFUSAL = "RedisHandshakeHandler not registered";

    private static final int MAX_ATTEMPTS = 5;

    private final RedisConnectionFactory factory;
    private final RedisSettings settings;

    public RedisChecks(RedisConnectionFactory factory, RedisSettings settings) {
        this.factory = factory;
        this.settings = settings;
    }

    /** Throws a {@link RedisStartException} that says how to mend it. */
    public void verify() {
        RedisAddress address = RedisAddress.of(factory);
        for (int attempt = 1;; attempt++) {
            try {
                verifyServers(address);
                return;
            } catch (DataAccessException e) {
                if (attempt == MAX_ATTEMPTS || !reasonOf(e).equals(UNREAD_REFUSAL)) {
                    refuse(address, e);
                    return;
                }
            }
        }
    }

    private void verifyServers(RedisAddress address) {
        try (RedisConnection connection = factory.getConnection()) {
            perNode(connection.serverCommands().info("server"), "redis_version")
                    .forEach((node, version) -> verifyVersion(name(address, node), version));
            perNode(connection.serverCommands().info("memory"), "maxmemory_policy")
                    .forEach((node, policy) -> verifyPolicy(name(address, node), policy));
        }
    }

    private void verifyVersion(String node, String version) {
        Matcher major = MAJOR.matcher(version);
        if (major.matches() && Integer.parseInt(major.group(1)) < OLDEST_MAJOR) {
            throw new RedisStartException(
                    "Redis at " + node + " is version " + version + "; 7.0 or newer is needed.",
                    "Upgrade it, or point spring.data.redis to a newer one.",
                    null);
        }
    }

    private void verifyPolicy(String node, String policy) {
        if (policy.equals("noeviction")) {
            return;
        }
        String danger = "Redis at " + node + " has maxmemory-policy " + policy
                + ": when its memory is full it would throw away jobs.";
        if (settings.evictionPolicyCheck() == EvictionPolicyCheck.FAIL) {
            throw new RedisStartException(
                    danger,
                    "Set 'maxmemory-policy noeviction' in redis.conf (now: CONFIG SET maxmemory-policy noeviction), or"
                            + " accept the loss with bulk-action.redis.eviction-policy-check=warn.",
                    null);
        }
        log.warn("{} Accepted because bulk-action.redis.eviction-policy-check is warn", danger);
    }

    private static String reasonOf(DataAccessException failure) {
        Throwable root = failure.getMostSpecificCause();
        return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
    }

    /** Only a server that cannot be asked is not refused. */
    private static void refuse(RedisAddress address, DataAccessException failure) {
        String reason = reasonOf(failure);
        if (reason.startsWith("NOPERM") && failure.getMostSpecificCause() instanceof RedisCommandExecutionException) {
            log.warn("Redis at {} cannot be checked: its user may not run INFO ({})", address, reason);
            return;
        }
        if (reason.contains("WRONGPASS") || reason.contains("NOAUTH") || reason.contains("invalid password")) {
            throw new RedisStartException(
                    "Redis at " + address + " refuses the login (spring.data.redis.username, .password): " + reason,
                    "Set spring.data.redis.password, and spring.data.redis.username if it has ACL users.",
                    failure);
        }
        throw new RedisStartException(
                "Redis at " + address + " (" + address.property() + ") cannot be reached: " + reason,
                "Start it, or correct " + address.property() + ". Without any spring.data.redis.* setting an embedded"
                        + " Redis is started.",
                failure);
    }

    /** A cluster answers with {@code host:port.field} for each node, a single server with {@code field}. */
    private static Map<String, String> perNode(@Nullable Properties info, String field) {
        Map<String, String> values = new LinkedHashMap<>();
        if (info != null) {
            info.stringPropertyNames().stream()
                    .filter(name -> name.equals(field) || name.endsWith("." + field))
                    .sorted()
                    .forEach(name -> values.put(
                            name.substring(0, Math.max(0, name.length() - field.length() - 1)),
                            info.getProperty(name)));
        }
        return values;
    }

    private static String name(RedisAddress address, String node) {
        return node.isEmpty() ? address.text() : node;
    }
}
