package io.bulkaction.server.web.security;

import static io.bulkaction.sample.OnWebSlice.ADMIN;
import static io.bulkaction.sample.OnWebSlice.ADMIN_PASSWORD;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER_PASSWORD;
import static io.bulkaction.server.web.security.CsrfTokens.csrfToken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import io.bulkaction.sample.OnWebSlice;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@OnWebSlice
@RecordApplicationEvents
class LoginFormTest {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    private static final Pattern HIDDEN_TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    @Autowired
    MockMvcTester web;

    @Autowired
    ApplicationEvents events;

    @Test
    void thePageIsOpenAndNeedsNoSession() {
        MvcTestResult page = web.get().uri("/login").exchange();

        assertThat(page).hasStatusOk().hasContentTypeCompatibleWith(MediaType.TEXT_HTML);
        assertThat(page.getRequest().getSession(false)).isNull();
        assertThat(page).bodyText().contains("<html lang=\"en\">", "<label for=\"username\">User</label>", "Log in");
        assertThat(page).bodyText().doesNotContain("{{", "<script>", "<style", "style=", "http:", "https:", "//");
        assertThat(web.get().uri("/login/login.css")).hasStatusOk().hasContentTypeCompatibleWith("text/css");
        assertThat(web.get().uri("/login/login.js")).hasStatusOk().hasContentTypeCompatibleWith("text/javascript");
        assertThat(web.get().uri("/login/icon.svg")).hasStatusOk().hasContentTypeCompatibleWith("image/svg+xml");
    }

    @Test
    void thePageSpeaksKoreanToThoseWhoPreferIt() {
        assertThat(web.get().uri("/login?error").header(HttpHeaders.ACCEPT_LANGUAGE, "ko-KR,ko;q=0.9,en;q=0.8"))
                .hasHeader(HttpHeaders.CONTENT_LANGUAGE, "ko")
                .bodyText()
                .contains("<html lang=\"ko\">", ">비밀번호</label>", "사용자 또는 비밀번호가 올바르지 않습니다.");
        assertThat(web.get().uri("/login").header(HttpHeaders.ACCEPT_LANGUAGE, "fr-FR,fr"))
                .bodyText()
                .contains("lang=\"en\"");
    }

    @Test
    void theNoticeOfALogoutIsNotAWarning() {
        assertThat(web.get().uri("/login?logout")).bodyText().contains("\"notice info\" role=\"alert\">You are");
        assertThat(web.get().uri("/login?denied")).bodyText().contains("\"notice warning\" role=\"alert\">This");
        assertThat(web.get().uri("/login?busy")).bodyText()
                .contains("\"notice warning\" role=\"alert\">Too many logins");
        assertThat(web.get().uri("/login")).bodyText().contains(" role=\"alert\"></p>");
    }

    @Test
    void theAddressCannotPutTextIntoThePage() {
        assertThat(web.get().uri("/login?locked={x}&error={x}", "<script>alert(1)</script>", "<script>"))
                .hasStatusOk()
                .bodyText()
                .doesNotContain("<script>", "alert(1)")
                .contains("Try again in 900 seconds.");
        assertThat(web.get().uri("/login?locked=999999999")).bodyText().contains("900 seconds");
        assertThat(web.get().uri("/login?locked=7")).bodyText().contains("7 seconds");
    }

    @Test
    void aCorrectPasswordOpensASessionAndLeadsToThePageThatWasWanted() {
        Cookie wanted = wantedPage("/unlisted?a=b");

        MvcTestResult in = login(ADMIN, ADMIN_PASSWORD, "192.0.2.1", wanted).exchange();

        assertThat(in).hasStatus(302);
        assertThat(in.getResponse().getRedirectedUrl()).endsWith("/unlisted?a=b");
        assertThat(web.get().uri("/admin/sample").session(session(in))).hasStatusOk();
        assertThat(events.stream(LoginSucceededEvent.class))
                .containsExactly(new LoginSucceededEvent(ADMIN, "192.0.2.1", LoginMethod.FORM));
    }

    /** The second time got a problem: Spring replaced the request by the saved one, which has no headers. */
    @Test
    void aPageOpenedAgainBeforeTheLoginLeadsToTheLoginPageAgain() {
        Cookie wanted = wantedPage("/");

        for (int i = 0; i < 2; i++) {
            MvcTestResult again =
                    web.get().uri("/").header(HttpHeaders.ACCEPT, BROWSER).cookie(wanted).exchange();
            assertThat(again).hasStatus(302).hasRedirectedUrl("/login");
            assertThat(List.of(again.getResponse().getCookies()))
                    .filteredOn(cookie -> cookie.getName().equals("REDIRECT_URI"))
                    .last()
                    .extracting(Cookie::getValue)
                    .as("still remembered")
                    .isEqualTo(wanted.getValue());
        }
    }

    /** Got a problem for the same reason. */
    @Test
    void aUserWhoLogsInWithoutTheRoleIsSentBackToTheLoginPage() {
        Cookie wanted = wantedPage("/");
        MvcTestResult in = login(SUBMITTER, SUBMITTER_PASSWORD, "192.0.2.12", wanted).exchange();

        assertThat(web.get().uri("/").header(HttpHeaders.ACCEPT, BROWSER).cookie(wanted).session(session(in)))
                .hasStatus(302)
                .hasRedirectedUrl("/login?denied");
    }

    @Test
    void theSessionChangesItsIdAtLogin() {
        MockHttpSession planted = new MockHttpSession();
        String before = planted.getId();

        assertThat(login(ADMIN, ADMIN_PASSWORD, "192.0.2.2").session(planted)).hasStatus(302).hasRedirectedUrl("/");

        assertThat(planted.getId()).isNotEqualTo(before);
    }

    @Test
    void aWrongPasswordLeadsBackToThePageAndIsReported() {
        assertThat(login(ADMIN, "wrong", "192.0.2.3")).hasStatus(302).hasRedirectedUrl("/login?error");
        assertThat(login("correct horse", "oops, wrong field", "192.0.2.3")).hasRedirectedUrl("/login?error");

        assertThat(events.stream(LoginRefusedEvent.class))
                .containsExactly(
                        new LoginRefusedEvent(ADMIN, "192.0.2.3", LoginMethod.FORM, null),
                        new LoginRefusedEvent(null, "192.0.2.3", LoginMethod.FORM, null));
    }

    @Test
    void tooManyWrongPasswordsLockOnlyThatUserAtThatAddress() {
        for (int i = 0; i < 5; i++) {
            assertThat(login(ADMIN, "wrong", "192.0.2.4")).hasRedirectedUrl("/login?error");
        }

        MvcTestResult locked = login(ADMIN, ADMIN_PASSWORD, "192.0.2.4").exchange();
        assertThat(locked).hasStatus(302);
        assertThat(locked.getResponse().getRedirectedUrl()).matches("/login\\?locked=\\d+");
        assertThat(web.get().uri(locked.getResponse().getRedirectedUrl()))
                .bodyText()
                .contains("Too many wrong passwords");
        assertThat(login(SUBMITTER, "wrong", "192.0.2.4")).hasRedirectedUrl("/login?error");
        assertThat(login(ADMIN, ADMIN_PASSWORD, "192.0.2.5")).hasRedirectedUrl("/");
        assertThat(events.stream(LoginRefusedEvent.class).filter(refused -> refused.lock() != null)).hasSize(1);
    }

    @Test
    void theLockHoldsForBasicAndScriptsToo() {
        for (int i = 0; i < 5; i++) {
            assertThat(basic("wrong", "192.0.2.6"))
                    .hasStatus(401)
                    .bodyJson()
                    .extractingPath("code")
                    .isEqualTo("BAD_CREDENTIALS");
        }

        assertThat(basic(ADMIN_PASSWORD, "192.0.2.6"))
                .hasStatus(429)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .hasHeader(HttpHeaders.RETRY_AFTER, "10")
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("LOGIN_LOCKED");
        assertThat(login(ADMIN, ADMIN_PASSWORD, "192.0.2.6").header("Sec-Fetch-Mode", "cors")).hasStatus(429);
        assertThat(events.stream(LoginRefusedEvent.class)).hasSize(5);
    }

    @Test
    void unknownApiTokensAreReportedOnlyAFewTimes() {
        for (int i = 0; i < 20; i++) {
            assertThat(bearer("nobody-has-this-one-" + i, "192.0.2.7")).hasStatus(401);
        }

        assertThat(events.stream(LoginRefusedEvent.class))
                .hasSize(5)
                .allMatch(refused -> refused.method() == LoginMethod.BEARER && refused.user() == null);
        assertThat(bearer(OnWebSlice.FEEDER_TOKEN, "192.0.2.7")).hasStatusOk();
    }

    @ParameterizedTest
    @CsvSource({"application/json,,", "*/*,,", "'text/html,*/*',cors,", "'text/html,*/*',,XMLHttpRequest"})
    void aScriptWithoutASessionGetsAProblemAndNoPage(String accept, String mode, String requestedWith) {
        MockMvcRequestBuilder call = web.get().uri("/admin/sample").header(HttpHeaders.ACCEPT, accept);
        if (mode != null) {
            call.header("Sec-Fetch-Mode", mode);
        }
        if (requestedWith != null) {
            call.header("X-Requested-With", requestedWith);
        }
        assertThat(call)
                .hasStatus(401)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void aChangeWithoutALoginIsToldToLogIn() {
        assertThat(web.post().uri("/admin/sample"))
                .hasStatus(401)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("UNAUTHENTICATED");
        assertThat(web.post().uri("/login").header(HttpHeaders.ACCEPT, BROWSER))
                .hasStatus(302)
                .hasRedirectedUrl("/login?expired");
    }

    @Test
    void aChangeInASessionNeedsTheCsrfCookieAsHeader() {
        MvcTestResult in = login(ADMIN, ADMIN_PASSWORD, "192.0.2.8").exchange();
        Cookie token = web.get().uri("/unlisted").session(session(in)).exchange().getResponse().getCookie("XSRF-TOKEN");

        assertThat(token.isHttpOnly()).isFalse();
        assertThat(token.getAttribute("SameSite")).isEqualTo("Strict");
        assertThat(web.post()
                .uri("/admin/sample")
                .session(session(in))
                .cookie(token)
                .header("X-XSRF-TOKEN", token.getValue()))
                .hasStatusOk();
        assertThat(web.post().uri("/admin/sample").session(session(in)).cookie(token))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("CSRF_REJECTED");
        assertThat(web.post().uri("/admin/sample").session(session(in)).cookie(token).header("X-XSRF-TOKEN", "x"))
                .hasStatus(403);
        assertThat(events.stream(AccessRefusedEvent.class))
                .contains(new AccessRefusedEvent(ADMIN, "127.0.0.1", "POST", "/admin/sample", "CSRF_REJECTED"));
    }

    @Test
    void theCsrfTokenChangesAtLogin() {
        Cookie before = web.get().uri("/login").exchange().getResponse().getCookie("XSRF-TOKEN");
        MvcTestResult in = login(ADMIN, ADMIN_PASSWORD, "192.0.2.9").exchange();

        assertThat(web.post().uri("/admin/sample").session(session(in)).header("X-XSRF-TOKEN", before.getValue()))
                .hasStatus(403);
    }

    @Test
    void aUserWithoutTheRoleIsToldOnTheLoginPageAndReported() {
        assertThat(web.get().uri("/").with(user(SUBMITTER).roles("SUBMITTER")).header(HttpHeaders.ACCEPT, BROWSER))
                .hasStatus(302)
                .hasRedirectedUrl("/login?denied");
        assertThat(web.post().uri("/admin/sample").with(user(SUBMITTER).roles("SUBMITTER")).with(csrfToken()))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("FORBIDDEN");

        assertThat(events.stream(AccessRefusedEvent.class).map(AccessRefusedEvent::path)).containsExactly("/",
                "/admin/sample");
    }

    @Test
    void logoutEndsTheSessionAndNeedsTheCsrfTokenToo() {
        MockHttpSession session = session(login(ADMIN, ADMIN_PASSWORD, "192.0.2.10").exchange());

        assertThat(web.post().uri("/logout").session(session)).hasStatus(403);
        assertThat(session.isInvalid()).isFalse();
        assertThat(web.post().uri("/logout").session(session).with(csrfToken())).hasStatus(204);
        assertThat(session.isInvalid()).isTrue();
        assertThat(web.post().uri("/logout").with(csrfToken()).header(HttpHeaders.ACCEPT, BROWSER))
                .hasRedirectedUrl("/login?logout");
    }

    @ParameterizedTest
    @CsvSource({"/login", "/unlisted", "/actuator/health", "/login/login.css"})
    void everyAnswerCarriesTheSecurityHeaders(String path) {
        assertThat(web.get().uri(path))
                .hasHeader(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                + "connect-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; "
                                + "base-uri 'none'")
                .hasHeader("X-Content-Type-Options", "nosniff")
                .hasHeader("X-Frame-Options", "DENY")
                .hasHeader("Referrer-Policy", "same-origin")
                .hasHeader("Cross-Origin-Opener-Policy", "same-origin")
                .hasHeader("Cross-Origin-Resource-Policy", "same-origin")
                .doesNotContainHeader("X-Powered-By")
                .doesNotContainHeader("Server");
    }

    /** The cookie that remembers which page somebody wanted who was sent to the login page. */
    private Cookie wantedPage(String uri) {
        MvcTestResult sentAway = web.get().uri(uri).header(HttpHeaders.ACCEPT, BROWSER).exchange();
        assertThat(sentAway).hasStatus(302).hasRedirectedUrl("/login");
        assertThat(sentAway.getRequest().getSession(false)).isNull();
        return sentAway.getResponse().getCookie("REDIRECT_URI");
    }

    /** As a browser does it: the page first, then its form with the hidden field and the cookies. */
    private MockMvcRequestBuilder login(String name, String password, String address, Cookie... more) {
        MvcTestResult page = web.get().uri("/login").exchange();
        Matcher hidden = HIDDEN_TOKEN.matcher(body(page));
        assertThat(hidden.find()).isTrue();
        MockMvcRequestBuilder post = web.post()
                .uri("/login")
                .header(HttpHeaders.ACCEPT, BROWSER)
                .remoteAddress(address)
                .cookie(page.getResponse().getCookie("XSRF-TOKEN"))
                .param("username", name)
                .param("password", password)
                .param("_csrf", hidden.group(1));
        return more.length == 0 ? post : post.cookie(more);
    }

    private MockMvcRequestBuilder basic(String password, String address) {
        return web.get()
                .uri("/admin/sample")
                .headers(headers -> headers.setBasicAuth(ADMIN, password))
                .remoteAddress(address);
    }

    private MockMvcRequestBuilder bearer(String token, String address) {
        return web.get()
                .uri("/api/sample")
                .header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
                .remoteAddress(address);
    }

    private static MockHttpSession session(MvcTestResult result) {
        return (MockHttpSession) result.getRequest().getSession(false);
    }

    private static String body(MvcTestResult result) {
        return new String(result.getResponse().getContentAsByteArray(), StandardCharsets.UTF_8);
    }
}
