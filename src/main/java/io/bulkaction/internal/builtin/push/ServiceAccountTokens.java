package io.bulkaction.internal.builtin.push;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.Answer;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import io.bulkaction.spi.AccessTokens;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Exchanges a signed statement for an access token and keeps the token until shortly before it expires. */
final class ServiceAccountTokens implements AccessTokens {

    /** why: a token must outlive the call it is used for, and clocks differ. */
    private static final Duration SPARE = Duration.ofMinutes(2);

    private static final JsonMapper JSON = JsonMapper.shared();

    private record Token(Secret value, Instant renewAt) {}

    private record Grant(
            @JsonProperty("access_token") @Nullable Secret token, @JsonProperty("expires_in") @Nullable Long seconds) {}

    private final ServiceAccount account;
    private final CallUrl tokenUri;
    private final TrustedClient http;
    private final InstantSource clock;

    /** why: one thread fetches a token while the others wait for it instead of fetching their own. */
    private final ReentrantLock renewing = new ReentrantLock();

    private volatile @Nullable Token token;

    ServiceAccountTokens(ServiceAccount account, CallUrl tokenUri, TrustedClient http, InstantSource clock) {
        this.account = account;
        this.tokenUri = tokenUri;
        this.http = http;
        this.clock = clock;
    }

    @Override
    public String current() throws IOException, InterruptedException {
        Token known = token;
        if (isFresh(known)) {
            return known.value.value();
        }
        renewing.lockInterruptibly();
        try {
            known = token;
            if (!isFresh(known)) {
                known = fetch();
                token = known;
            }
            return known.value.value();
        } finally {
            renewing.unlock();
        }
    }

    @Override
    public void reject(String refused) {
        Token known = token;
        // why: a slow caller must not throw away the token that already replaced the one it used
        if (known != null && known.value.value().equals(refused)) {
            token = null;
        }
    }

    private boolean isFresh(@Nullable Token known) {
        return known != null && clock.instant().isBefore(known.renewAt);
    }

    private Token fetch() throws IOException, InterruptedException {
        Instant now = clock.instant();
        String form = "grant_type=" + encoded("urn:ietf:params:oauth:grant-type:jwt-bearer") + "&assertion="
                + encoded(account.assertion(tokenUri, now));
        Answer answer = http.send(Call.post(tokenUri, form.getBytes(StandardCharsets.US_ASCII))
                .with("Content-Type", "application/x-www-form-urlencoded"));
        if (!answer.isSuccess()) {
            throw new TokenRefusedException("the token endpoint answered " + answer.status());
        }
        try {
            Grant grant = JSON.readValue(answer.body(), Grant.class);
            if (grant.token == null || grant.seconds == null) {
                throw new TokenRefusedException("the token endpoint gave no token");
            }
            return new Token(grant.token, now.plusSeconds(grant.seconds).minus(SPARE));
        } catch (JacksonException e) {
            throw new TokenRefusedException("the token endpoint gave an answer that cannot be read");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
