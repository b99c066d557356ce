package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.IdentityProvider;
import io.bulkaction.testing.PrivateRedis;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** People and machines of a real authorization server. */
@Execution(ExecutionMode.SAME_THREAD)
class SingleSignOnIT {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static PrivateRedis redis;
    private static IdentityProvider provider;
    private static ConfigurableApplicationContext service;
    private static String url;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(cookies).followRedirects(HttpClient.Redirect.NORMAL).build();
    private final HttpClient machine = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        redis = PrivateRedis.start();
        provider = IdentityProvider.start();
        String client = "--spring.security.oauth2.client.";
        String sso = "--bulk-action.security.sso.";
        service = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN",
                "--bulk-action.security.tokens.shop.token=shop-token-0123456789",
                "--bulk-action.security.tokens.shop.roles=ADMIN",
                client + "provider.company.issuer-uri=" + provider.url(),
                client + "registration.company.client-id=page",
                client + "registration.company.client-secret=" + IdentityProvider.SECRET,
                client + "registration.company.client-name=Company <&> Sons",
                client + "registration.company.scope=openid",
                "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + provider.url(),
                sso + "roles-claim=access.roles",
                sso + "mappings[0].value=boss",
                sso + "mappings[0].roles=ADMIN",
                sso + "mappings[1].value=watcher",
                sso + "mappings[1].roles=VIEWER",
                sso + "mappings[2].value=sender",
                sso + "mappings[2].roles=SUBMITTER",
                sso + "mappings[2].groups-claim=tenants",
                sso + "mappings[2].processors=SIMULATE",
                "--bulk-action.callbacks.allowed-hosts=acme.example,globex.example",
                "--bulk-action.callbacks.secret=signs-every-callback-0123456789",
                sso + "mappings[3].value=limited",
                sso + "mappings[3].roles=SUBMITTER",
                sso + "mappings[3].groups=limited/*",
                sso + "mappings[3].queues=default",
                sso + "mappings[3].max-level=NORMAL",
                sso + "mappings[3].callback-hosts=acme.example",
                sso + "mappings[3].quota.jobs=1");
        url = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");
    }

    @AfterAll
    static void stop() {
        service.close();
        provider.close();
        redis.close();
    }

    @Test
    void theLoginPageLeadsToTheProvider() throws Exception {
        assertThat(page(url + "/login").body())
                .contains("href=\"oauth2/authorization/company\"", "Log in with Company &lt;&amp;&gt; Sons");
        assertThat(cookies.getCookieStore().getCookies()).extracting(HttpCookie::getName)
                .doesNotContain("BULK_ACTION_SESSION");
    }

    @Test
    void somebodyWithAMappedRoleGetsToThePageThatWasWantedAndLogsOut() throws Exception {
        page(url + "/index.html");
        HttpResponse<String> in = login("ada");

        assertThat(in.statusCode()).isEqualTo(200);
        assertThat(in.uri().getPath()).isEqualTo("/index.html");
        JsonNode sessions = JSON.readTree(call("GET", "/admin/sessions", "").body()).path("sessions");
        assertThat(sessions.valueStream().map(each -> each.path("user").asString())).contains("sso:ada");
        assertThat(call("POST", "/admin/queues/default/pause", "").body()).contains("CSRF_REJECTED");
        assertThat(call("POST", "/logout", "").body()).contains("CSRF_REJECTED");
        assertThat(call("POST", "/logout", csrf()).statusCode()).isEqualTo(204);
        assertThat(call("GET", "/admin/sessions", "").statusCode()).isEqualTo(401);
    }

    @Test
    void theRoleIsThatOfTheClaim() throws Exception {
        login("vic");

        assertThat(call("GET", "/admin/sessions", "").body()).contains("\"FORBIDDEN\"");
        assertThat(call("GET", "/admin/queues", "").statusCode()).isEqualTo(200);
    }

    @Test
    void somebodyWithoutAMappedRoleStaysOutAndIsToldWhy() throws Exception {
        HttpResponse<String> out = login("ned");

        assertThat(out.uri()).hasToString(url + "/login?norole");
        assertThat(out.body()).contains("it has no role here");
        assertThat(call("GET", "/admin/queues", "").statusCode()).isEqualTo(401);
    }

    /** Otherwise somebody could be logged in as another without noticing. */
    @Test
    void anAnswerOfTheProviderThatThisBrowserDidNotAskForOpensNothing() throws Exception {
        HttpResponse<String> out = page(url + "/login/oauth2/code/company?code=stolen&state=guessed");

        assertThat(out.uri()).hasToString(url + "/login?sso");
        assertThat(out.body()).contains("The login at the identity provider failed");
    }

    @Test
    void aMachineSubmitsWithItsTokenWithinItsScopeOnly() throws Exception {
        String token = clientToken();

        assertThat(submit(token, "acme/mail", "SIMULATE").statusCode()).isEqualTo(202);
        assertThat(submit(token, "other/mail", "SIMULATE").body()).contains("\"GROUP_NOT_ALLOWED\"");
        assertThat(submit(token, "acme/mail", "HTTP_REQUEST").body()).contains("\"PROCESSOR_NOT_ALLOWED\"");
        assertThat(bearer("/admin/queues", token).statusCode()).isEqualTo(403);
    }

    @Test
    void aMappingLimitsLevelsCallbacksQueuesAndQuota() throws Exception {
        String limited = provider.sign(Instant.now().plusSeconds(600),
                Map.of("access", Map.of("roles", List.of("limited")), "sub", "lim"));
        String job = "\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{\"durationMs\":600000}}]}";
        String group = "{\"groupId\":\"limited/mail\",";

        assertThat(post(limited, group + "\"priorityLevel\":\"HIGH\"," + job).body()).contains("LEVEL_NOT_ALLOWED");
        assertThat(post(limited, group + "\"queue\":\"email\"," + job).body()).contains("QUEUE_NOT_ALLOWED");
        assertThat(post(limited, group + "\"callbackUrl\":\"https://globex.example/\"," + job).body())
                .contains("CALLBACK_NOT_ALLOWED");
        assertThat(post(limited, group + "\"callbackUrl\":\"https://acme.example/\"," + job).statusCode())
                .isEqualTo(202);
        assertThat(post(limited, group + job).body()).contains("QUOTA_EXCEEDED");
        assertThat(bearer("/api/quota", limited).body()).contains("\"account\":\"sso:lim\"", "\"jobs\":1");
        // each caller has its own
        String other = provider.sign(Instant.now().plusSeconds(600),
                Map.of("access", Map.of("roles", List.of("limited")), "sub", "other"));
        assertThat(post(other, "{\"groupId\":\"limited/other\"," + job).statusCode()).isEqualTo(202);
    }

    @Test
    void expiredAndForeignTokensAreRefused() throws Exception {
        Map<String, Object> boss = Map.of("access", Map.of("roles", List.of("boss")));
        Instant later = Instant.now().plusSeconds(600);
        String good = provider.sign(later, boss);

        assertThat(bearer("/admin/queues", good).statusCode()).isEqualTo(200);
        assertRefused(bearer("/admin/queues", provider.sign(Instant.now().minusSeconds(600), boss)), 401,
                "BAD_CREDENTIALS");
        assertRefused(bearer("/admin/queues", provider.sign(null, boss)), 401, "BAD_CREDENTIALS");
        assertRefused(bearer("/admin/queues", provider.forge(later, boss)), 401, "BAD_CREDENTIALS");
        assertRefused(bearer("/admin/queues", provider.sign(later, Map.of("iss", "http://other.example", "access",
                Map.of("roles", List.of("boss"))))), 401, "BAD_CREDENTIALS");
        assertRefused(bearer("/admin/queues", unsigned(good)), 401, "BAD_CREDENTIALS");
    }

    /** Everybody may send such tokens; the provider must not notice. */
    @Test
    void tokensOfKeysThatNobodyKnowsDoNotAskTheProviderEachTime() throws Exception {
        Map<String, Object> boss = Map.of("access", Map.of("roles", List.of("boss")));
        Instant later = Instant.now().plusSeconds(600);
        bearer("/admin/queues", provider.sign(later, boss));
        int before = provider.keysAsked();

        for (int i = 0; i < 30; i++) {
            assertRefused(bearer("/admin/queues", provider.signWithUnknownKey(later, boss)), 401, "BAD_CREDENTIALS");
        }

        assertThat(provider.keysAsked() - before).isLessThan(10);
        assertThat(bearer("/admin/queues", provider.sign(later, boss)).statusCode()).isEqualTo(200);
    }

    @Test
    void aGoodTokenWithoutAMappedRoleIsRefused() throws Exception {
        Instant later = Instant.now().plusSeconds(600);

        assertRefused(bearer("/admin/queues", provider.sign(later, Map.of("access", "boss"))), 403, "NO_MAPPED_ROLE");
        // a submitter whose groups are missing must not get all of them
        assertRefused(submit(provider.sign(later, Map.of("access", Map.of("roles", "sender"))), "acme/mail",
                "SIMULATE"), 403, "NO_MAPPED_ROLE");
    }

    @Test
    void passwordsAndApiTokensGoOnWorking() throws Exception {
        assertThat(bearer("/admin/queues", "shop-token-0123456789").statusCode()).isEqualTo(200);
        assertRefused(bearer("/admin/queues", "ba_shop.unknown-0123456789"), 401, "BAD_CREDENTIALS");
        HttpRequest basic = HttpRequest.newBuilder(URI.create(url + "/admin/queues"))
                .header("Authorization", "Basic " + base64("admin:correct-horse")).build();
        assertThat(machine.send(basic, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        page(url + "/login");
        HttpResponse<String> in = form(url + "/login", "admin", "correct-horse");
        assertThat(in.statusCode()).isEqualTo(204);
        assertThat(call("GET", "/admin/sessions", "").statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> post(String token, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/bulk-actions"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return machine.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(answer.body()).contains("\"" + code + "\"");
    }

    /** From the link on the login page to wherever the provider and the service lead. */
    private HttpResponse<String> login(String user) throws Exception {
        HttpResponse<String> form = page(url + "/oauth2/authorization/company");
        assertThat(form.uri()).hasToString(provider.url() + "/login");
        HttpRequest request = HttpRequest.newBuilder(form.uri())
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "username=" + user + "&password=" + IdentityProvider.PASSWORD))
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> page(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).header("Accept", "text/html").build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> form(String address, String user, String password) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-XSRF-TOKEN", csrf())
                .POST(HttpRequest.BodyPublishers.ofString("username=" + user + "&password=" + password))
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** As the script of the page calls. */
    private HttpResponse<String> call(String method, String path, String csrf) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Accept", "application/json")
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (!csrf.isEmpty()) {
            request.header("X-XSRF-TOKEN", csrf);
        }
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String csrf() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(CsrfCookies.PLAIN))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElseThrow();
    }

    private String clientToken() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(provider.url() + "/oauth2/token"))
                .header("Authorization", "Basic " + base64("machine:" + IdentityProvider.MACHINE_SECRET))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("grant_type="
                        + URLEncoder.encode("client_credentials", StandardCharsets.UTF_8)))
                .build();
        String answer = machine.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return JSON.readTree(answer).path("access_token").asString();
    }

    private HttpResponse<String> bearer(String path, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token).build();
        return machine.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> submit(String token, String group, String processor) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/bulk-actions"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"groupId": "%s", "processorType": "%s", "jobs": [{"jobId": "1", "payload": {}}]}
                        """.formatted(group, processor)))
                .build();
        return machine.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String unsigned(String token) {
        String header = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"alg\":\"none\"}".getBytes(
                StandardCharsets.UTF_8));
        return header + token.substring(token.indexOf('.'), token.lastIndexOf('.') + 1);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
