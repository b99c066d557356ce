package io.bulkaction.server.web.security;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.settings.PositiveDuration;
import io.bulkaction.internal.web.access.MaskedPath;
import io.bulkaction.internal.web.access.NamePattern;
import io.bulkaction.internal.web.access.Scope;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Who may do what, under {@code bulk-action.security.}. The rules on secrets are asserted by methods, because a failed
 * rule on the secret itself would print it in the message that stops the start.
 *
 * @param users People by name. If there is none, admin gets a generated password.
 * @param tokens Machines by name, each with an API token.
 * @param maskedFields Fields of payloads that only administrators and the submitters of the jobs may read, such as
 *     $.token.
 * @param openMetrics Whether everybody may read /actuator/prometheus. With false it needs the role METRICS or ADMIN.
 */
@Validated
@ConfigurationProperties("bulk-action.security")
record SecuritySettings(
        @DefaultValue Map<@NotBlank @Size(max = MAX_NAME) String, @Valid User> users,
        @DefaultValue Map<@NotBlank @Size(max = MAX_NAME) String, @Valid ApiToken> tokens,
        @DefaultValue @Valid Login login,
        @DefaultValue List<MaskedPath> maskedFields,
        @DefaultValue("true") boolean openMetrics) {

    static final int MAX_NAME = 128;

    private static final int MIN_TOKEN = 16;

    /** bcrypt reads no more; a longer password would be cut silently. */
    private static final int MAX_PASSWORD_BYTES = 72;

    /** Length is the only defence of a password that somebody guesses at from many addresses. */
    private static final int MIN_PASSWORD = 12;

    private static final String BCRYPT = "{bcrypt}";

    private static final String NOOP = "{noop}";

    private static final String SHA256 = "{sha256}";

    /** How Spring marks an encoding. Only these two are supported; no other may be taken for a plain password. */
    private static final Pattern OTHER_ENCODING = Pattern.compile("\\{(?!noop}|bcrypt})[A-Za-z0-9@._-]+}.*");

    private static final Pattern BCRYPT_HASH = Pattern.compile("\\$2[aby]?\\$\\d\\d\\$[./A-Za-z0-9]{53}");

    private static final Pattern SHA256_HASH = Pattern.compile("[0-9a-fA-F]{64}");

    /** An administrator may do everything; {@code METRICS} opens the metrics and nothing else. */
    enum Role {
        ADMIN,
        /** Runs queues. */
        OPERATOR,
        /** Only reads. */
        VIEWER,
        /** Submits jobs, and follows and cancels them. */
        SUBMITTER,
        METRICS
    }

    /**
     * @param password Password: plain text, or {bcrypt} followed by a bcrypt hash.
     * @param roles What the user may do: ADMIN, OPERATOR, VIEWER, SUBMITTER, METRICS.
     * @param queues Queues that the user may use, by name or as a beginning followed by a star. Without any, all.
     * @param groups Groups that the user may use, such as acme/*. Without any, all.
     * @param processors Processors that the user may submit jobs for. Without any, all.
     * @param maxLevel Highest level that the user may submit on. Without it, any.
     * @param callbackHosts Hosts that results of the user may be posted to, among callbacks.allowed-hosts. Without any,
     *     all of those.
     * @param payloads Whether an operator or a viewer sees payloads and results, without the masked fields.
     * @param quota How much it may have at a time, over all queues and instances.
     */
    record User(
            @NotBlank String password,
            @DefaultValue @NotEmpty Set<Role> roles,
            @DefaultValue List<NamePattern> queues,
            @DefaultValue List<NamePattern> groups,
            @DefaultValue List<NamePattern> processors,
            @Nullable PriorityLevel maxLevel,
            @DefaultValue List<AllowedHost> callbackHosts,
            @DefaultValue("false") boolean payloads,
            @DefaultValue @Valid QuotaSettings quota) {

        static User unscoped(String password, Set<Role> roles) {
            return new User(password, roles, List.of(), List.of(), List.of(), null, List.of(), false,
                    QuotaSettings.NONE);
        }

        Rights rights() {
            return new Rights(roles, new Scope(queues, groups, processors, maxLevel, callbackHosts), payloads,
                    quota.toQuota());
        }

        @AssertTrue(message = "an administrator may do everything: leave out queues, groups, processors, maxLevel and"
                + " callbackHosts, or the role ADMIN")
        boolean isScopeOfNoAdministrator() {
            return rights().isConsistent();
        }

        boolean isHashed() {
            return password.startsWith(BCRYPT);
        }

        /** The bcrypt hash without its prefix; only of a hashed password. */
        String hash() {
            return password.substring(BCRYPT.length());
        }

        /** The password itself; only of one that is not hashed. */
        String plain() {
            return password.startsWith(NOOP) ? password.substring(NOOP.length()) : password;
        }

        @AssertTrue(message = "password must be at most 72 bytes of UTF-8, or {bcrypt} followed by a bcrypt hash")
        boolean isPasswordUsable() {
            return password == null
                    || (isHashed()
                            ? BCRYPT_HASH.matcher(hash()).matches()
                            : plain().getBytes(StandardCharsets.UTF_8).length <= MAX_PASSWORD_BYTES);
        }

        @AssertTrue(message = "password must have at least 12 characters")
        boolean isPasswordLongEnough() {
            return password == null || isHashed() || plain().codePoints().count() >= MIN_PASSWORD;
        }

        @AssertTrue(message = "password begins like an encoding that is not supported; write {bcrypt} and a hash, or"
                + " {noop} before a plain password that begins with a brace")
        boolean isEncodingKnown() {
            return password == null || !OTHER_ENCODING.matcher(password).matches();
        }

        @Override
        public String toString() {
            return "User[password=***, roles=" + roles + "]";
        }
    }

    /**
     * @param token What the machine sends after 'Authorization: Bearer', or {sha256} followed by its hash in hex.
     * @param roles What the machine may do: ADMIN, OPERATOR, VIEWER, SUBMITTER, METRICS.
     * @param queues Queues that the machine may use, by name or as a beginning followed by a star. Without any, all.
     * @param groups Groups that the machine may use, such as acme/*. Without any, all.
     * @param processors Processors that the machine may submit jobs for. Without any, all.
     * @param maxLevel Highest level that the machine may submit on. Without it, any.
     * @param callbackHosts Hosts that results of the machine may be posted to, among callbacks.allowed-hosts. Without
     *     any, all of those.
     * @param payloads Whether an operator or a viewer sees payloads and results, without the masked fields.
     * @param quota How much it may have at a time, over all queues and instances.
     */
    record ApiToken(
            @NotBlank String token,
            @DefaultValue @NotEmpty Set<Role> roles,
            @DefaultValue List<NamePattern> queues,
            @DefaultValue List<NamePattern> groups,
            @DefaultValue List<NamePattern> processors,
            @Nullable PriorityLevel maxLevel,
            @DefaultValue List<AllowedHost> callbackHosts,
            @DefaultValue("false") boolean payloads,
            @DefaultValue @Valid QuotaSettings quota) {

        static ApiToken unscoped(String token, Set<Role> roles) {
            return new ApiToken(token, roles, List.of(), List.of(), List.of(), null, List.of(), false,
                    QuotaSettings.NONE);
        }

        Rights rights() {
            return new Rights(roles, new Scope(queues, groups, processors, maxLevel, callbackHosts), payloads,
                    quota.toQuota());
        }

        boolean isHashed() {
            return token.startsWith(SHA256);
        }

        /** The hash in hex; only of a hashed token. */
        String hash() {
            return token.substring(SHA256.length());
        }

        @AssertTrue(message = "an administrator may do everything: leave out queues, groups, processors, maxLevel and"
                + " callbackHosts, or the role ADMIN")
        boolean isScopeOfNoAdministrator() {
            return rights().isConsistent();
        }

        @AssertTrue(message = "token must have at least 16 characters, random ones, and no spaces; or {sha256} and a hash"
                + " of 64 hex digits")
        boolean isTokenUsable() {
            return token == null
                    || (isHashed()
                            ? SHA256_HASH.matcher(hash()).matches()
                            : token.length() >= MIN_TOKEN && token.chars().noneMatch(Character::isWhitespace));
        }

        @Override
        public String toString() {
            return "ApiToken[token=***, roles=" + roles + "]";
        }
    }

    /**
     * Without a value there is no limit.
     *
     * @param jobs Unfinished jobs.
     * @param bytes Payload bytes of unfinished jobs.
     * @param groups Groups whose run has not ended.
     * @param submitsPerSecond Submits per second; fractions allowed.
     */
    record QuotaSettings(
            @Nullable @Min(1) Long jobs,
            @Nullable DataSize bytes,
            @Nullable @Min(1) Long groups,
            @Nullable @DecimalMin("0.001") @DecimalMax("100000") Double submitsPerSecond) {

        static final QuotaSettings NONE = new QuotaSettings(null, null, null, null);

        @AssertTrue(message = "bytes must be at least 1")
        boolean isSomeBytes() {
            return bytes == null || bytes.toBytes() > 0;
        }

        @Nullable
        Quota toQuota() {
            Quota quota = new Quota(jobs, bytes == null ? null : bytes.toBytes(), groups, submitsPerSecond);
            return quota.hasNoLimit() ? null : quota;
        }
    }

    /**
     * Slows down guessing of passwords, per user name and address.
     *
     * @param failuresBeforeLock Wrong passwords per user and address before the first lock.
     * @param firstLock Length of the first lock. Each further one is twice as long.
     * @param longestLock Length of the longest lock.
     * @param forgetAfter Wrong passwords are forgotten if no further one comes for this long.
     * @param maxSession How long a login on the page lasts at most, however busy its session is.
     * @param maxSessions Sessions that a user may have on an instance. One more login ends the oldest.
     * @param maxTracked Pairs of user and address kept in memory. The oldest are forgotten first.
     */
    record Login(
            @DefaultValue("5") @Min(1) @Max(1000) int failuresBeforeLock,
            @DefaultValue("10s") @PositiveDuration Duration firstLock,
            @DefaultValue("15m") @PositiveDuration Duration longestLock,
            @DefaultValue("1h") @PositiveDuration Duration forgetAfter,
            @DefaultValue("12h") @PositiveDuration Duration maxSession,
            @DefaultValue("50") @Min(1) @Max(10_000) int maxSessions,
            @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxTracked,
            @DefaultValue @Valid Budget budget,
            @DefaultValue @Valid Checks checks) {

        @AssertTrue(message = "forgetAfter must be at least longestLock, or a lock would be forgotten before its end")
        boolean isRememberedLongEnough() {
            return forgetAfter.compareTo(longestLock) >= 0;
        }

        @AssertTrue(message = "longestLock must be at least firstLock")
        boolean isLockAbleToGrow() {
            return longestLock.compareTo(firstLock) >= 0;
        }
    }

    /**
     * How many wrong passwords are checked, and how many correct ones open a session; further ones are refused, which costs
     * little.
     *
     * @param perAddress Wrong passwords from one address that are checked, for all names together.
     * @param perName Wrong passwords for one name that are checked, from all addresses together. Does not apply where
     *     that user has logged in before.
     * @param logins Logins on the page of one user from one address. Further ones have to wait.
     * @param window Time in which an exhausted budget refills, evenly.
     */
    record Budget(
            @DefaultValue("30") @Min(1) @Max(100_000) int perAddress,
            @DefaultValue("50") @Min(1) @Max(100_000) int perName,
            @DefaultValue("100") @Min(1) @Max(100_000) int logins,
            @DefaultValue("10m") @PositiveDuration Duration window) {}

    /**
     * Each check keeps a CPU busy for about a tenth of a second.
     *
     * @param concurrent Passwords checked at the same time.
     * @param waiting Logins that may wait for a check. Further ones get 503.
     */
    record Checks(
            @DefaultValue("1") @Min(1) @Max(64) int concurrent,
            @DefaultValue("20") @Min(1) @Max(10_000) int waiting) {}

    /** Of users and machines that have one. */
    Map<String, Quota> quotas() {
        Map<String, Quota> quotas = new TreeMap<>();
        users.forEach((name, user) -> note(quotas, name, user.quota()));
        tokens.forEach((name, token) -> note(quotas, name, token.quota()));
        return quotas;
    }

    private static void note(Map<String, Quota> quotas, String name, QuotaSettings settings) {
        Quota quota = settings.toQuota();
        if (quota != null) {
            quotas.put(name, quota);
        }
    }

    @AssertTrue(message = "an API token and a user must not have the same name, or the audit trail could not tell them"
            + " apart")
    boolean isEveryNameUnique() {
        return Collections.disjoint(users.keySet(), tokens.keySet());
    }
}
