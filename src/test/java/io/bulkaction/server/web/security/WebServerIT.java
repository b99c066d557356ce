package io.bulkaction.server.web.security;

import static io.bulkaction.sample.OnWebSlice.ADMIN;
import static io.bulkaction.sample.OnWebSlice.ADMIN_PASSWORD;
import static io.bulkaction.sample.OnWebSlice.FEEDER_TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.sample.OnWebSlice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What only a real server shows: cookies, encoded paths, error pages, asynchronous answers. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class WebServerIT {

    private static final Pattern HIDDEN_TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final CookieManager cookies = new CookieManager();
    private final HttpClient http = HttpClient.newBuilder().cookieHandler(cookies).build();

    @LocalServerPort
    int port;

    /** A server on all addresses would also answer on every loopback address. */
    @Test
    void theServerListensOnOneLoopbackAddressOnly() throws IOException {
        try (Socket socket = new Socket()) {
            assertThatThrownBy(() -> socket.connect(new InetSocketAddress("127.0.0.2", port), 2000))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aPersonLogsInChangesSomethingAndLogsOut() throws Exception {
        HttpResponse<String> sentAway = send(browser("/unlisted"));
        assertThat(sentAway.statusCode()).isEqualTo(302);
        assertThat(location(sentAway)).endsWith("/login");
        assertThat(location(send(browser("/unlisted")))).as("opened again").endsWith("/login");
        assertThat(cookies.getCookieStore().getCookies()).noneMatch(cookie -> cookie.getName().contains("SESSION"));

        HttpResponse<String> in = logIn();
        assertThat(in.statusCode()).isEqualTo(302);
        assertThat(location(in)).endsWith("/unlisted");
        assertThat(in.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith("BULK_ACTION_SESSION="))
                .singleElement()
                .asString()
                .contains("HttpOnly", "SameSite=Lax")
                .doesNotContain("Secure");

        assertThat(send(to("/admin/sample")).body()).contains("\"user\":\"ann\"");
        assertThat(send(to("/admin/sample").POST(BodyPublishers.noBody())).statusCode()).isEqualTo(403);
        assertThat(send(change("/admin/sample")).statusCode()).isEqualTo(200);

        assertThat(send(change("/logout")).statusCode()).isEqualTo(204);
        assertThat(send(to("/admin/sample")).statusCode()).isEqualTo(401);
    }

    @Test
    void aCallWithCredentialsLeavesASessionSentWithItUnchanged() throws Exception {
        logIn();
        String session = cookie("BULK_ACTION_SESSION");

        for (String credentials : new String[] {"Bearer " + FEEDER_TOKEN, basic(ADMIN, ADMIN_PASSWORD)}) {
            HttpResponse<String> answer = send(to("/api/sample").header("Authorization", credentials));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        }

        HttpResponse<String> still = HttpClient.newHttpClient()
                .send(to("/admin/sample").header("Cookie", "BULK_ACTION_SESSION=" + session).build(),
                        BodyHandlers.ofString());
        assertThat(still.statusCode()).as("the id from before").isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "SAME-ORIGIN", ""})
    void aChangeThatABrowserSendsForAnotherSiteIsRefusedWhateverItsCredentials(String site) throws Exception {
        logIn();
        send(to("/admin/sample"));

        HttpResponse<String> inSession = send(change("/admin/sample").header("Sec-Fetch-Site", site));
        assertThat(inSession.statusCode()).isEqualTo(403);
        assertThat(inSession.body()).contains("\"code\":\"CROSS_SITE_REJECTED\"");
        HttpResponse<String> withApiToken = send(machine("/api/sample").DELETE().header("Sec-Fetch-Site", site));
        assertThat(withApiToken.statusCode()).isEqualTo(403);
        HttpResponse<String> login = send(browser("/login").header("Sec-Fetch-Site", site)
                .POST(BodyPublishers.ofString(form(ADMIN, ADMIN_PASSWORD, cookie("XSRF-TOKEN")))));
        assertThat(login.statusCode()).isEqualTo(403);
        assertThat(send(to("/admin/sample").header("Sec-Fetch-Site", site)).statusCode()).as("a link").isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-origin", "none"})
    void aChangeFromOurOwnPageIsNotRefused(String site) throws Exception {
        logIn();
        send(to("/admin/sample"));

        assertThat(send(change("/admin/sample").header("Sec-Fetch-Site", site)).statusCode()).isEqualTo(200);
    }

    @Test
    void anAsynchronousAnswerKeepsTheIdentityOfTheMachine() throws Exception {
        HttpResponse<String> answer = send(machine("/api/sample/later"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"user\":\"feeder\"}");
        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a%2Fb,a/b", "a%2F%2Fb,a//b", "a:b@c.d_e-f,a:b@c.d_e-f"})
    void anIdInAPathMayHaveSlashes(String path, String id) throws Exception {
        HttpResponse<String> answer = send(machine("/api/sample/jobs/" + path));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"jobId\":\"" + id + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/admin%2Fsample",
        "/api%2F..%2Fadmin/sample",
        "/%61dmin/sample",
        "/api/..%2Fadmin%2Fsample",
        "/api/sample/jobs/..%2F..%2F..%2Fadmin%2Fsample/x"
    })
    void anEncodedPathOpensNothing(String path) throws Exception {
        assertThat(send(machine(path)).statusCode()).isIn(400, 403, 404);
    }

    /** Spring's own endpoint answered it with 500 and 20 KB of stack trace in the log. */
    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health/a%2fb", "/actuator/health/a%2Fb%2F", "/actuator/health/%2F%2F"})
    void anEncodedSlashInAPathWithoutIdsIsNotFound(String path) throws Exception {
        HttpResponse<String> answer = send(to(path));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("\"code\":\"NOT_FOUND\"");
    }

    @Test
    void aBodyOfUnknownLengthIsStoppedAtTheLimit() throws Exception {
        byte[] large = ("{\"name\":\"" + "x".repeat(100_000) + "\"}").getBytes(StandardCharsets.UTF_8);

        HttpResponse<String> answer = send(machine("/api/sample")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("\"code\":\"PAYLOAD_TOO_LARGE\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "GET /a|b HTTP/1.1", "GET /\\ HTTP/1.1", "nonsense", "TRACE / HTTP/1.1", "GET /admin/%2e%2e/x HTTP/1.1"
    })
    void evenABrokenRequestIsAnsweredWithAProblem(String line) throws Exception {
        String answer = raw(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 4").contains("application/problem+json", "\"code\":");
        assertThat(answer).doesNotContain("Tomcat", "<html", "Exception");
    }

    @Test
    void tooLargeHeadersAreAnsweredWithAProblem() throws Exception {
        String answer = raw("GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 4").contains("application/problem+json", "\"code\":");
    }

    @Test
    void theOpenPartsOfTheActuatorAnswerAndTheOthersDoNot() throws Exception {
        assertThat(send(to("/actuator/health")).body()).contains("\"status\":\"UP\"");
        assertThat(send(to("/actuator/health/liveness")).statusCode()).isEqualTo(200);
        assertThat(send(to("/actuator/health/readiness")).statusCode()).isEqualTo(200);
        assertThat(send(to("/actuator/prometheus")).body()).contains("jvm_");
        assertThat(send(to("/actuator/info")).statusCode()).isEqualTo(401);
        assertThat(send(to("/actuator/beans")).statusCode()).isEqualTo(401);
    }

    @Test
    void staticFilesAreRevalidatedAndNotSentAgain() throws Exception {
        HttpResponse<String> first = send(to("/login/login.css"));
        assertThat(first.headers().firstValue("Cache-Control")).contains("no-cache");

        HttpResponse<String> second = send(to("/login/login.css")
                .header("If-Modified-Since", first.headers().firstValue("Last-Modified").orElseThrow()));
        assertThat(second.statusCode()).isEqualTo(304);
    }

    private HttpResponse<String> logIn() throws Exception {
        Matcher hidden = HIDDEN_TOKEN.matcher(send(browser("/login")).body());
        assertThat(hidden.find()).isTrue();
        return send(browser("/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(ADMIN, ADMIN_PASSWORD, hidden.group(1)))));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpRequest.Builder browser(String path) {
        return to(path).header("Accept", "text/html,*/*;q=0.8");
    }

    private HttpRequest.Builder change(String path) {
        return to(path).header("X-XSRF-TOKEN", cookie("XSRF-TOKEN")).POST(BodyPublishers.noBody());
    }

    private HttpRequest.Builder machine(String path) {
        return to(path).header("Authorization", "Bearer " + FEEDER_TOKEN);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static String form(String name, String password, String token) {
        return "username=" + name + "&password=" + URLEncoder.encode(password, StandardCharsets.UTF_8) + "&_csrf="
                + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }
}
