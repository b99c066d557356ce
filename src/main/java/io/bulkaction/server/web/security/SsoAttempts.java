package io.bulkaction.server.web.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Logins that were sent to an identity provider and are not back yet. Each is kept by its browser alone, in a cookie that only this
 * process can read or make: whatever is kept here, everybody could fill, without a login.
 */
final class SsoAttempts implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    static final String COOKIE = "BULK_ACTION_SSO";
    static final Duration MAX_AGE = Duration.ofMinutes(10);

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key = new SecretKeySpec(randomBytes(32), "AES");
    private final InstantSource clock;

    SsoAttempts(InstantSource clock) {
        this.clock = clock;
    }

    /** All of it is text, so nothing has to be read as a Java object. */
    private record Attempt(
            Instant until, String authorizationUri, String clientId, @Nullable String redirectUri, Set<String> scopes,
            String state, Map<String, String> parameters, Map<String, String> attributes, String requestUri) {

        static Attempt of(OAuth2AuthorizationRequest request, Instant until) {
            return new Attempt(
                    until, request.getAuthorizationUri(), request.getClientId(), request.getRedirectUri(),
                    request.getScopes(), request.getState(), texts(request.getAdditionalParameters()),
                    texts(request.getAttributes()), request.getAuthorizationRequestUri());
        }

        private static Map<String, String> texts(Map<String, Object> values) {
            return values.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toString()));
        }

        OAuth2AuthorizationRequest request() {
            return OAuth2AuthorizationRequest.authorizationCode()
                    .authorizationUri(authorizationUri)
                    .clientId(clientId)
                    .redirectUri(redirectUri)
                    .scopes(scopes)
                    .state(state)
                    .additionalParameters(all -> all.putAll(parameters))
                    .attributes(all -> all.putAll(attributes))
                    .authorizationRequestUri(requestUri)
                    .build();
        }
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        Attempt attempt = cookie == null ? null : open(cookie.getValue());
        return attempt != null && clock.instant().isBefore(attempt.until())
                && attempt.state().equals(request.getParameter("state")) ? attempt.request() : null;
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest attempt, HttpServletRequest request, HttpServletResponse response) {
        if (attempt == null) {
            removeAuthorizationRequest(request, response);
            return;
        }
        response.addCookie(cookie(request, seal(Attempt.of(attempt, clock.instant().plus(MAX_AGE))), MAX_AGE));
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest attempt = loadAuthorizationRequest(request);
        if (attempt != null) {
            response.addCookie(cookie(request, "", Duration.ZERO));
        }
        return attempt;
    }

    private String seal(Attempt attempt) {
        byte[] nonce = randomBytes(NONCE_BYTES);
        byte[] sealed;
        try {
            sealed = cipher(Cipher.ENCRYPT_MODE, nonce)
                    .doFinal(JSON.writeValueAsString(attempt).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
        byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
        System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /** Null for what was not made here, or changed since. */
    private @Nullable Attempt open(String cookie) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(cookie);
            if (all.length <= NONCE_BYTES) {
                return null;
            }
            byte[] plain = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES))
                    .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return JSON.readValue(new String(plain, StandardCharsets.UTF_8), Attempt.class);
        } catch (GeneralSecurityException | IllegalArgumentException | JacksonException e) {
            return null;
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Cookie cookie(HttpServletRequest request, String value, Duration age) {
        Cookie cookie = new Cookie(COOKIE, value);
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setPath(request.getContextPath() + "/");
        cookie.setMaxAge((int) age.toSeconds());
        // why not strict: the provider's page leads back here
        cookie.setAttribute("SameSite", "Lax");
        return cookie;
    }
}
