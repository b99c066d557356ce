package io.bulkaction.server.web.security;

import static io.bulkaction.sample.OnWebSlice.ADMIN;
import static io.bulkaction.sample.OnWebSlice.ADMIN_PASSWORD;
import static io.bulkaction.sample.OnWebSlice.FEEDER_TOKEN;
import static io.bulkaction.sample.OnWebSlice.OPERATOR_TOKEN;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER;
import static io.bulkaction.sample.OnWebSlice.SUBMITTER_PASSWORD;
import static io.bulkaction.server.web.security.CsrfTokens.csrfToken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import io.bulkaction.sample.OnWebSlice;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

@OnWebSlice
class AccessTest {

    private static final Set<String> OPEN =
            Set.of("/login", "/actuator/health", "/actuator/health/**", "/actuator/prometheus");

    @Autowired
    MockMvcTester web;

    @Autowired
    ApplicationContext context;

    @Test
    void everyMappingNeedsALoginUnlessItIsOnTheOpenList() {
        List<MappingWalk.Call> calls = MappingWalk.of(context);
        List<String> open = new ArrayList<>();

        for (MappingWalk.Call call : calls) {
            int status = status(request(call));
            if (status != 401) {
                open.add(call.pattern());
            }
        }

        assertThat(calls)
                .extracting(MappingWalk.Call::path)
                .contains("/api/sample", "/unlisted", "/actuator/info", "/error");
        assertThat(Set.copyOf(open)).isEqualTo(OPEN);
    }

    @Test
    void everyMappingOutsideTheApiNeedsAnAdministrator() {
        for (MappingWalk.Call call : MappingWalk.of(context)) {
            if (!OPEN.contains(call.pattern()) && !call.path().startsWith("/api/")) {
                assertThat(status(request(call).header(HttpHeaders.AUTHORIZATION, "Bearer " + FEEDER_TOKEN)))
                        .as(call.toString())
                        .isEqualTo(403);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/nothing", "/error", "/logout", "/actuator", "/pages/login.html"})
    void unmappedPathsAreClosedToo(String path) {
        assertThat(web.get().uri(path)).hasStatus(401);
    }

    @Test
    void anAdministratorMayDoEverythingByBasic() {
        assertThat(web.get().uri("/admin/sample").with(httpBasic(ADMIN, ADMIN_PASSWORD)))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("user")
                .isEqualTo(ADMIN);
        assertThat(web.post().uri("/admin/sample").with(httpBasic(ADMIN, ADMIN_PASSWORD))).hasStatusOk();
        assertThat(web.get().uri("/api/sample").with(httpBasic(ADMIN, ADMIN_PASSWORD))).hasStatusOk();
        assertThat(web.get().uri("/unlisted").with(httpBasic(ADMIN, ADMIN_PASSWORD))).hasStatusOk();
    }

    @Test
    void aSubmitterMaySubmitAndNothingElse() {
        assertThat(web.get().uri("/api/sample").with(httpBasic(SUBMITTER, SUBMITTER_PASSWORD))).hasStatusOk();
        assertThat(web.get().uri("/admin/sample").with(httpBasic(SUBMITTER, SUBMITTER_PASSWORD)))
                .hasStatus(403)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("FORBIDDEN");
        assertThat(web.get().uri("/").with(httpBasic(SUBMITTER, SUBMITTER_PASSWORD))).hasStatus(403);
    }

    @Test
    void aMachineIsLetInByItsApiTokenUnderItsName() {
        assertThat(web.get().uri("/api/sample").header(HttpHeaders.AUTHORIZATION, "Bearer " + FEEDER_TOKEN))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("user")
                .isEqualTo("feeder");
        assertThat(web.delete().uri("/api/sample").header(HttpHeaders.AUTHORIZATION, "bearer " + FEEDER_TOKEN))
                .hasStatusOk();
        assertThat(web.post().uri("/admin/sample").header(HttpHeaders.AUTHORIZATION, "Bearer " + OPERATOR_TOKEN))
                .hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer wrong-0123456789", "Bearer", "Basic", "Basic !", "Basic YW5uOndyb25n", "Digest x"})
    void wrongOrStrangeCredentialsAreRefusedWithAProblemAndWithoutADialog(String header) {
        assertThat(web.get().uri("/api/sample").header(HttpHeaders.AUTHORIZATION, header).accept(MediaType.TEXT_HTML))
                .hasStatus(401)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .hasHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"bulk-action\"");
    }

    @Test
    void credentialsOfARequestCountAloneEvenWithASession() {
        assertThat(web.get()
                .uri("/admin/sample")
                .with(user(ADMIN).roles("ADMIN"))
                .header(HttpHeaders.AUTHORIZATION, "Bearer wrong-token-0123456789"))
                .hasStatus(401);
    }

    @Test
    void machinesGetNeitherSessionNorCookie() {
        var answer = web.get().uri("/admin/sample").with(httpBasic(ADMIN, ADMIN_PASSWORD)).exchange();

        assertThat(answer).hasStatusOk().doesNotContainHeader(HttpHeaders.SET_COOKIE);
        assertThat(answer.getRequest().getSession(false)).isNull();
        assertThat(web.get().uri("/actuator/prometheus")).doesNotContainHeader(HttpHeaders.SET_COOKIE);
    }

    @Test
    void healthIsOpenAndItsDetailsAreForAdministrators() {
        assertThat(web.get().uri("/actuator/health/liveness")).hasStatusOk();
        assertThat(web.get().uri("/actuator/health/readiness")).hasStatusOk();
        assertThat(web.get().uri("/actuator/health")).hasStatusOk().bodyText().doesNotContain("details");
        assertThat(web.get().uri("/actuator/health").with(httpBasic(SUBMITTER, SUBMITTER_PASSWORD)))
                .hasStatusOk()
                .bodyText()
                .doesNotContain("details");
        assertThat(web.get().uri("/actuator/health").with(httpBasic(ADMIN, ADMIN_PASSWORD)))
                .hasStatusOk()
                .bodyText()
                .contains("details");
    }

    @Test
    void refusalsInsideAControllerAreAnsweredLikeAllOthers() {
        assertThat(web.get().uri("/api/sample/denied").with(httpBasic(ADMIN, ADMIN_PASSWORD)))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("FORBIDDEN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin;x/sample", "/admin//sample", "/api/../admin/sample", "/admin/s%00",
        "/api/%2e%2e/admin"})
    void pathsThatCouldMeanTwoThingsAreRejected(String path) {
        assertThat(web.perform(MockMvcRequestBuilders.request(HttpMethod.GET, URI.create(path))
                .with(httpBasic(ADMIN, ADMIN_PASSWORD))))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("code")
                .isEqualTo("REQUEST_REJECTED");
    }

    private int status(MockHttpServletRequestBuilder request) {
        return web.perform(request).getResponse().getStatus();
    }

    /** With a CSRF token, so that a refusal can only be due to the missing login. */
    private static MockHttpServletRequestBuilder request(MappingWalk.Call call) {
        return MockMvcRequestBuilders.request(call.method(), call.path()).with(csrfToken());
    }
}
