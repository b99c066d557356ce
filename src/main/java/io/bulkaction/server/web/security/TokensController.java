package io.bulkaction.server.web.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.server.web.token.RuntimeTokens;
import io.bulkaction.server.web.token.TokenGrant;
import io.bulkaction.server.web.token.TokenRecord;
import io.bulkaction.server.web.token.TokenText;
import io.bulkaction.server.web.token.TokenUse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * API tokens, made and revoked while the service runs. Only administrators come here, who may do everything, so nobody
 * makes a token that may do more than its maker; one made by a token that expires expires with it at the latest.
 */
@RestController
@RequestMapping("/admin/tokens")
final class TokensController {

    private static final ProblemType UNKNOWN_TOKEN = new ProblemType("UNKNOWN_TOKEN", HttpStatus.NOT_FOUND);
    private static final ProblemType NAME_TAKEN = new ProblemType("NAME_TAKEN", HttpStatus.CONFLICT);
    private static final ProblemType TOKEN_OF_SETTINGS = new ProblemType("TOKEN_OF_SETTINGS", HttpStatus.CONFLICT);
    private static final ProblemType TOO_MANY_TOKENS = new ProblemType("TOO_MANY_TOKENS", HttpStatus.CONFLICT);

    private final RuntimeTokens tokens;
    private final SecuritySettings settings;
    private final Accounts accounts;
    private final Audit audit;
    private final MessageSource messages;

    TokensController(
            RuntimeTokens tokens, SecuritySettings settings, Accounts accounts, Audit audit, MessageSource messages) {
        this.tokens = tokens;
        this.settings = settings;
        this.accounts = accounts;
        this.audit = audit;
        this.messages = messages;
    }

    @GetMapping
    TokensResponse tokens() {
        Map<String, TokenUse> uses = tokens.uses();
        List<Token> all = new ArrayList<>();
        settings.tokens().forEach((name, token) -> all.add(Token.configured(name, token, uses.get(name))));
        tokens.all().forEach(each -> all.add(Token.of(
                each.token(), uses.get(each.token().name()), state(each))));
        all.sort(Comparator.comparing(Token::name));
        tokens.forgetUsesBut(all.stream().map(Token::name).collect(Collectors.toSet()), uses);
        return new TokensResponse(all);
    }

    private State state(RuntimeTokens.Listed listed) {
        if (isConfigured(listed.token().name())) {
            return State.NAME_TAKEN;
        }
        return listed.expired() ? State.EXPIRED : State.ACTIVE;
    }

    /** The answer is the only place where the token is ever shown. */
    @PostMapping
    MadeResponse make(@RequestBody @Valid MakeTokenRequest request, Actor actor) {
        if (isConfigured(request.name())) {
            throw new ProblemException(NAME_TAKEN, request.name());
        }
        requireUsable(request.grant());
        requireExpiry(request.expiresAt());
        if (tokens.isFull()) {
            throw new ProblemException(TOO_MANY_TOKENS, RuntimeTokens.MAX_TOKENS);
        }
        String secret = TokenText.random(request.name());
        String owner = request.owner() == null ? actor.name() : request.owner();
        TokenRecord token = new TokenRecord(
                request.name(), TokenText.hash(secret), owner, actor.name(), tokens.now(), request.expiresAt(),
                request.grant());
        if (!tokens.create(token)) {
            throw new ProblemException(NAME_TAKEN, request.name());
        }
        note(actor, "make token", token.name(), "owner " + owner + ", roles " + String.join(", ", token.grant().roles())
                + ", expires " + (token.expiresAt() == null ? "never" : token.expiresAt()));
        return new MadeResponse(true, text("admin.token.made"), secret, Token.of(token, null, State.ACTIVE));
    }

    @PutMapping("/{name}/expiry")
    ChangedResponse expire(@PathVariable String name, @RequestBody @Valid ExpireRequest request, Actor actor) {
        requireNotConfigured(name);
        requireMakersExpiry(request.expiresAt());
        TokenRecord token = tokens.expire(name, request.expiresAt())
                .orElseThrow(() -> new ProblemException(UNKNOWN_TOKEN, name));
        note(actor, "expire token", name, "expires " + token.expiresAt());
        return new ChangedResponse(true, text("admin.token.expiry", name, token.expiresAt()));
    }

    @DeleteMapping("/{name}")
    ChangedResponse revoke(@PathVariable String name, Actor actor) {
        requireNotConfigured(name);
        if (!tokens.revoke(name)) {
            throw new ProblemException(UNKNOWN_TOKEN, name);
        }
        note(actor, "revoke token", name, "");
        return new ChangedResponse(true, text("admin.token.revoked", name));
    }

    private boolean isConfigured(String name) {
        return accounts.has(name) || settings.tokens().containsKey(name);
    }

    private void requireNotConfigured(String name) {
        if (settings.tokens().containsKey(name)) {
            throw new ProblemException(TOKEN_OF_SETTINGS, name);
        }
    }

    private static void requireUsable(TokenGrant grant) {
        Set<String> roles = Set.copyOf(grant.roles());
        try {
            if (grant.scope().isRestricted() && roles.contains(SecuritySettings.Role.ADMIN.name())) {
                throw InvalidFieldException.malformed("roles", "an administrator cannot have a scope");
            }
        } catch (IllegalArgumentException e) {
            throw InvalidFieldException.malformed("scope", String.valueOf(e.getMessage()));
        }
    }

    private void requireExpiry(@Nullable Instant expiresAt) {
        if (expiresAt != null && !expiresAt.isAfter(tokens.now())) {
            throw InvalidFieldException.malformed("expiresAt", "it must be in the future");
        }
        requireMakersExpiry(expiresAt);
    }

    /** Or a token could live on in one that it made. */
    private static void requireMakersExpiry(@Nullable Instant expiresAt) {
        Instant own = CurrentUser.expiry(SecurityContextHolder.getContext().getAuthentication());
        if (own != null && (expiresAt == null || expiresAt.isAfter(own))) {
            throw InvalidFieldException.malformed("expiresAt", "your own API token expires at " + own);
        }
    }

    private void note(Actor actor, String action, String name, String detail) {
        audit.note(BulkActionSettings.DEFAULT_QUEUE, actor, action, name, Audit.Outcome.DONE, detail);
    }

    private String text(String key, Object... arguments) {
        return messages.getMessage(key, arguments, LocaleContextHolder.getLocale());
    }

    /** What is left out does not restrict, as in the settings. */
    record MakeTokenRequest(
            @NotNull @Pattern(regexp = TokenText.NAME, message = "must be 1 to 64 letters, digits, dots, hyphens or underscores") String name,
            @Nullable @Size(min = 1, max = SecuritySettings.MAX_NAME) String owner,
            @NotEmpty Set<SecuritySettings.@NotNull Role> roles,
            @Nullable @Size(max = 100) List<@NotBlank @Size(max = 128) String> queues,
            @Nullable @Size(max = 100) List<@NotBlank @Size(max = 128) String> groups,
            @Nullable @Size(max = 100) List<@NotBlank @Size(max = 128) String> processors,
            @Nullable PriorityLevel maxLevel,
            @Nullable @Size(max = 100) List<@NotBlank @Size(max = 260) String> callbackHosts,
            @Nullable Boolean payloads,
            @Nullable @Valid QuotaRequest quota,
            @Nullable Instant expiresAt) {

        TokenGrant grant() {
            return new TokenGrant(
                    roles.stream().map(Enum::name).sorted().toList(), listed(queues), listed(groups),
                    listed(processors), maxLevel, listed(callbackHosts), Boolean.TRUE.equals(payloads),
                    quota == null ? null : quota.toQuota());
        }

        private static List<String> listed(@Nullable List<String> entries) {
            return entries == null ? List.of() : entries;
        }
    }

    /** At a time, over all queues and instances. */
    record QuotaRequest(
            @Nullable @Positive Long jobs, @Nullable @Positive Long bytes, @Nullable @Positive Long groups,
            @Nullable @DecimalMin("0.001") @DecimalMax("100000") Double submitsPerSecond) {

        @Nullable
        Quota toQuota() {
            Quota quota = new Quota(jobs, bytes, groups, submitsPerSecond);
            return quota.hasNoLimit() ? null : quota;
        }
    }

    record ExpireRequest(@NotNull Instant expiresAt) {}

    enum State {
        ACTIVE,
        EXPIRED,
        /** A user or an API token of the settings has the same name, so this one is refused. */
        NAME_TAKEN
    }

    /** @param configured whether it comes from the settings, where owner and times are unknown */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Token(
            String name,
            State state,
            boolean configured,
            @Nullable String owner,
            @Nullable String createdBy,
            @Nullable Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt,
            @Nullable String lastUsedFrom,
            @JsonUnwrapped TokenGrant grant) {

        static Token of(TokenRecord token, @Nullable TokenUse use, State state) {
            // why: the use of an earlier token of this name
            TokenUse own = use == null || use.at().isBefore(token.createdAt()) ? null : use;
            return new Token(
                    token.name(), state, false, token.owner(), token.createdBy(), token.createdAt(), token.expiresAt(),
                    own == null ? null : own.at(), own == null ? null : own.from(), token.grant());
        }

        static Token configured(String name, SecuritySettings.ApiToken token, @Nullable TokenUse use) {
            TokenGrant grant = new TokenGrant(
                    token.roles().stream().map(Enum::name).sorted().toList(), texts(token.queues()),
                    texts(token.groups()), texts(token.processors()), token.maxLevel(), texts(token.callbackHosts()),
                    token.payloads(), token.quota().toQuota());
            return new Token(
                    name, State.ACTIVE, true, null, null, null, null, use == null ? null : use.at(),
                    use == null ? null : use.from(), grant);
        }

        private static List<String> texts(List<?> entries) {
            return entries.stream().map(Object::toString).toList();
        }
    }

    record TokensResponse(List<Token> tokens) {}

    record MadeResponse(boolean success, String message, String token, @JsonUnwrapped Token made) {

        /** Spring logs what a call returns. */
        @Override
        public String toString() {
            return "MadeResponse[token=***, made=" + made + "]";
        }
    }

    record ChangedResponse(boolean success, String message) {}
}
