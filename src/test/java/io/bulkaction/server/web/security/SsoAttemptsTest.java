package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

class SsoAttemptsTest {

    private Instant now = Instant.parse("2026-01-01T08:00:00Z");
    private final SsoAttempts attempts = new SsoAttempts(() -> now);

    @Test
    void aBrowserComesBackWithWhatItWasSentAwayWithHoweverManyOthersBegin() {
        Cookie cookie = begin("state-1");
        for (int i = 0; i < 20_000; i++) {
            begin("state-of-somebody-" + i);
        }

        OAuth2AuthorizationRequest back =
                Objects.requireNonNull(attempts.loadAuthorizationRequest(with(cookie, "state-1")));

        assertThat(back.getAuthorizationRequestUri()).isEqualTo(request("state-1").getAuthorizationRequestUri());
        assertThat(back.getAttributes()).isEqualTo(request("state-1").getAttributes());
        assertThat(back.getAdditionalParameters()).isEqualTo(request("state-1").getAdditionalParameters());
        assertThat(back.getScopes()).containsExactly("openid");
        assertThat(back.getRedirectUri()).isEqualTo("https://service.example/login/oauth2/code/company");
        assertThat(cookie.getValue().length()).isLessThan(4_000);
    }

    @Test
    void itIsForgottenOnceItIsUsed() {
        MockHttpServletResponse response = new MockHttpServletResponse();

        assertThat(attempts.removeAuthorizationRequest(with(begin("a"), "a"), response)).isNotNull();

        assertThat(Objects.requireNonNull(response.getCookie(SsoAttempts.COOKIE)).getMaxAge()).isZero();
    }

    @Test
    void nothingElseOpensIt() {
        Cookie cookie = begin("a");
        String value = cookie.getValue();

        assertThat(attempts.loadAuthorizationRequest(with(cookie, "b"))).as("of another browser").isNull();
        assertThat(new SsoAttempts(() -> now).loadAuthorizationRequest(with(cookie, "a"))).as("another process")
                .isNull();
        for (String changed : new String[] {"", "x", "?", value.substring(1), value + "A", "A".repeat(200)}) {
            assertThat(attempts.loadAuthorizationRequest(with(new Cookie(SsoAttempts.COOKIE, changed), "a")))
                    .as(changed).isNull();
        }
        now = now.plus(Duration.ofMinutes(10));
        assertThat(attempts.loadAuthorizationRequest(with(cookie, "a"))).as("too late").isNull();
    }

    private Cookie begin(String state) {
        MockHttpServletResponse response = new MockHttpServletResponse();
        attempts.saveAuthorizationRequest(request(state), new MockHttpServletRequest(), response);
        return Objects.requireNonNull(response.getCookie(SsoAttempts.COOKIE));
    }

    private static OAuth2AuthorizationRequest request(String state) {
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri("https://provider.example/authorize")
                .clientId("page")
                .redirectUri("https://service.example/login/oauth2/code/company")
                .scopes(Set.of("openid"))
                .state(state)
                .additionalParameters(Map.of("nonce", "hash", "code_challenge", "challenge"))
                .attributes(Map.of("registration_id", "company", "nonce", "n".repeat(128), "code_verifier",
                        "v".repeat(128)))
                .build();
    }

    private static MockHttpServletRequest with(Cookie cookie, String state) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setCookies(cookie);
        request.setParameter("state", state);
        return request;
    }
}
