package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.example.backoffice.BackOfficeApplication;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobRequest;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.TestRedis;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The page inside an application that has controllers, advice, a login and JSON settings of its own. */
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(OutputCaptureExtension.class)
class HostedPageIT {

    private static final String WITHOUT_SECURITY = "--spring.autoconfigure.exclude="
            + "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration";

    private static final Pattern SECURITY =
            Pattern.compile("/[^/]*(spring-security|boot-security|boot-starter-security)[^/]*\\.jar$");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext host;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        host = start(BackOfficeApplication.class, "--spring.jackson.property-naming-strategy=SNAKE_CASE",
                "--bulk-action.web.masked-fields=$.card",
                "--management.endpoints.web.exposure.include=health,bulkaction");
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void thePageIsBelowItsPathAndItsFilesAreToo() throws Exception {
        HttpResponse<String> page = get("ann", "/bulk-actions/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'");
        List<String> files = new ArrayList<>();
        for (Matcher link = Pattern.compile("(?:src|href)=\"([^#\"]+)\"").matcher(page.body()); link.find();) {
            files.add(link.group(1));
        }
        assertThat(files).hasSizeGreaterThan(5);
        for (String file : files) {
            assertThat(get("ann", "/bulk-actions/" + file).statusCode()).as(file).isEqualTo(200);
        }
        HttpResponse<String> without = get("ann", "/bulk-actions");
        assertThat(without.statusCode()).isEqualTo(302);
        assertThat(without.headers().firstValue("Location").orElse("")).endsWith("/bulk-actions/");
        assertThat(get("ann", "/bulk-actions/login/login.css").statusCode()).as("the service's").isIn(200, 404);
    }

    @Test
    void theCallsAnswerThereInTheirOwnJson() throws Exception {
        String group = submit();
        HttpResponse<String> progress =
                get("sam", "/bulk-actions/api/bulk-actions/" + group.replace('/', '~'));
        assertThat(progress.statusCode()).as(progress.body()).isEqualTo(200);
        assertThat(progress.body()).contains("\"groupId\":\"" + group + "\"");
        assertThat(get("vic", "/bulk-actions/admin/queues").body()).contains("\"queue\":\"default\"", "openAlerts");
        assertThat(get("vic", "/bulk-actions/admin/queue/groups/" + group.replace('/', '~')).statusCode())
                .isEqualTo(200);
    }

    @Test
    void itsErrorsAreProblemsInTheLanguageOfTheCaller() throws Exception {
        HttpResponse<String> unknown = HTTP.send(request("sam", "/bulk-actions/api/bulk-actions/none")
                .header("Accept-Language", "ko").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(unknown.body()).contains("UNKNOWN_GROUP").containsPattern("[가-힣]")
                .contains("\"instance\":\"/bulk-actions/api/bulk-actions/none\"");
        assertThat(get("ann", "/bulk-actions/nothing").body()).contains("NOT_FOUND");
        assertThat(get("ann", "/bulk-actions/admin/queue/failed?limit=0").body()).contains("INVALID_REQUEST", "limit");
    }

    @Test
    void nothingElseOfTheApplicationIsTouched() throws Exception {
        HttpResponse<String> client = get("joe", "/clients/mia");
        assertThat(client.body()).isEqualTo("{\"client_name\":\"mia\",\"known_since\":\"2020-02-29\"}");
        assertThat(client.headers().firstValue("Content-Security-Policy")).isEmpty();
        HttpResponse<String> failed = get("joe", "/clients/nobody");
        assertThat(failed.statusCode()).isEqualTo(507);
        assertThat(failed.body()).isEqualTo("{\"sorry\":\"there is no such client\"}");
        assertThat(get("joe", "/admin/queues").body()).isEqualTo("two clients are waiting");
        for (String path : List.of("/", "/index.html", "/assets/main.js", "/login/icon.svg", "/api/bulk-actions/none",
                "/admin/queue/status", "/nothing")) {
            HttpResponse<String> none = get("ann", path);
            assertThat(none.statusCode()).as(path).isEqualTo(507);
            assertThat(none.body()).as(path).startsWith("{\"sorry\":\"No static resource");
        }
        assertThat(host.getBeansOfType(Object.class).entrySet())
                .filteredOn(bean -> bean.getValue().getClass().getName().startsWith("io.bulkaction.internal.web"))
                .extracting(Map.Entry::getKey)
                .allMatch(name -> name.contains("PageAutoConfiguration") || name.endsWith("Settings")
                        || name.equals("bulkActionPageCheck"));
        assertThat(host.containsLocalBean("messageSource")).isEqualTo(true);
        assertThat(host.getMessage("problem.NOT_FOUND.title", null, "not ours", java.util.Locale.ENGLISH))
                .isEqualTo("not ours");
    }

    @ParameterizedTest
    @CsvSource({
        "ann, GET, /, 200", "vic, GET, /, 200", "sam, GET, /, 403", "joe, GET, /, 403",
        "ann, GET, /admin/queues, 200", "vic, GET, /admin/queues, 200", "sam, GET, /admin/queues, 403",
        "joe, GET, /admin/queues, 403",
        "ann, POST, /admin/queue/resume, 200", "vic, POST, /admin/queue/resume, 403",
        "sam, POST, /admin/queue/resume, 403",
        "ann, GET, /api/bulk-actions/none, 404", "sam, GET, /api/bulk-actions/none, 404",
        "joe, GET, /api/bulk-actions/none, 403",
        "ann, DELETE, /api/bulk-actions/none, 404", "vic, DELETE, /api/bulk-actions/none, 403",
        "vic, GET, /api/caller, 200", "joe, GET, /api/caller, 403", "sam, DELETE, /api/bulk-actions/none, 404",
        "joe, DELETE, /api/bulk-actions/none, 403"
    })
    void authoritiesOpenWhatTheyAreFor(String who, String method, String path, int status) throws Exception {
        Person person = new Person(who);
        assertThat(person.send(method, "/bulk-actions" + path).statusCode()).isEqualTo(status);
    }

    @Test
    void whoRunsQueuesSubmitsNothing() throws Exception {
        assertThat(new Person("ann").send("POST", "/bulk-actions/api/bulk-actions", "{}", "Content-Type",
                "application/json").body()).contains("FORBIDDEN");
        assertThat(get("ann", "/bulk-actions/api/caller").body()).contains("\"OPERATE\",\"PLAN\"]");
    }

    @Test
    void payloadsNeedAnAuthorityOfTheirOwn() throws Exception {
        String group = submit();
        String job = "/bulk-actions/api/bulk-actions/" + group.replace('/', '~') + "/jobs/1";
        assertThat(get("ann", job).body()).contains("\"mia\"");
        assertThat(get("sam", job).body()).contains("\"mia\"");
        assertThat(get("vic", job).body()).contains("\"jobId\":\"1\"").doesNotContain("\"mia\"");
    }

    @Test
    void maskedFieldsAreOnlyForSubmittersAndWhoReadsIsNoted() throws Exception {
        String group = submit();
        String job = "/bulk-actions/api/bulk-actions/" + group.replace('/', '~') + "/jobs/1";

        assertThat(get("ann", job).body()).contains("\"***\"").doesNotContain("4711-0815");
        assertThat(get("sam", job).body()).contains("4711-0815");
        get("vic", job); // sees nothing

        assertThat(get("ann", "/bulk-actions/admin/queue/audit?kind=READER&text=" + group + "%231").body())
                .contains("\"who\":\"ann\"", "\"who\":\"sam\"").doesNotContain("\"who\":\"vic\"");
    }

    @Test
    void whoIsNotLoggedInGetsTheLoginOfTheApplication() throws Exception {
        HttpResponse<String> page = HTTP.send(HttpRequest.newBuilder(address("/bulk-actions/"))
                .header("Accept", "text/html").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElse("")).endsWith("/login");
        HttpResponse<String> call = HTTP.send(HttpRequest.newBuilder(address("/bulk-actions/admin/queues"))
                .header("Accept", "application/json").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(call.statusCode()).isEqualTo(401);
    }

    @Test
    void aChangeNeedsTheCsrfTokenOfTheApplicationAndComesFromItsOwnPages() throws Exception {
        assertThat(HTTP.send(request("sam", "/bulk-actions/api/bulk-actions/none").DELETE().build(),
                HttpResponse.BodyHandlers.ofString()).statusCode()).isIn(401, 403);
        assertThat(new Person("ann").send("POST", "/bulk-actions/admin/queue/resume", "Sec-Fetch-Site", "cross-site")
                .body()).contains("CROSS_SITE_REJECTED");
        assertThat(new Person("ann").send("POST", "/bulk-actions/admin/queue/resume", "Origin", "http://evil.example")
                .body()).contains("CROSS_SITE_REJECTED");
        assertThat(new Person("ann")
                .send("POST", "/bulk-actions/admin/queue/resume", "Origin",
                        address("").toString().replaceFirst("/$", ""))
                .body()).doesNotContain("CROSS_SITE_REJECTED");
    }

    @Test
    void theAuditTrailHasTheNameOfTheApplicationsUser() throws Exception {
        assertThat(new Person("ann").send("POST", "/bulk-actions/admin/queue/pause").statusCode()).isEqualTo(200);
        assertThat(new Person("ann").send("POST", "/bulk-actions/admin/queue/resume").statusCode()).isEqualTo(200);
        assertThat(get("vic", "/bulk-actions/admin/queue/audit").body())
                .contains("\"who\":\"ann\"", "\"action\":\"pause\"", "127.0.0.1");
    }

    @Test
    void theActuatorSaysWhyAQueueOrAGroupIsWhereItIs() throws Exception {
        String group = submit();
        assertThat(get("joe", "/actuator/bulkaction").body())
                .contains("{\"queues\":{", "\"default\":{\"explanation\":{\"code\":", "\"status\":{\"paused\":false,",
                        "\"completed\":", "\"instances\":[{\"id\":")
                .doesNotContain("\"outbox\"");
        assertThat(get("joe", "/actuator/bulkaction/default").body()).startsWith("{\"explanation\":{");
        assertThat(get("joe", "/actuator/bulkaction/default/" + group).body()).contains("\"code\":\"FINISHED\"");
        assertThat(get("joe", "/actuator/bulkaction/default/none").statusCode()).isEqualTo(404);
        assertThat(get("joe", "/actuator/bulkaction/none").statusCode()).isEqualTo(404);
        assertThat(new Person("ann").send("POST", "/actuator/bulkaction").statusCode()).as("only reads")
                .isNotEqualTo(200);
        try (ConfigurableApplicationContext hidden = start(HostsIT.Host.class)) {
            assertThat(hidden.containsBean("bulkActionEndpoint")).as("not exposed by default").isFalse();
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        Person ann = new Person("ann");
        HttpResponse<String> answer = ann.send("POST", "/bulk-actions/admin/queue/pause", "{\"reason\":\""
                + "x".repeat(9_000_000) + "\"}", "Content-Type", "application/json");
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("PAYLOAD_TOO_LARGE");
    }

    @Test
    void withoutALoginItDoesNotStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(HostsIT.Host.class, WITHOUT_SECURITY)).isNotNull();
        assertThat(output).contains("everybody who reaches /bulk-actions could see, change and submit jobs",
                "bulk-action.web.open=true");
    }

    @Test
    void startsWithoutALoginIfThatIsMeant() throws Exception {
        try (ConfigurableApplicationContext open =
                start(HostsIT.Host.class, WITHOUT_SECURITY, "--bulk-action.web.open=true",
                        "--server.servlet.context-path=/app",
                        "--bulk-action.web.base-path=/jobs/page")) {
            String at = "http://localhost:" + open.getEnvironment().getProperty("local.server.port") + "/app/jobs/page";
            assertThat(send(at + "/", "GET").body()).contains("bulk-action-hosted").doesNotContain("csrf-token\"");
            assertThat(send(at + "/admin/queue/pause", "POST").statusCode()).isEqualTo(200);
            assertThat(send(at + "/admin/queue/audit", "GET").body()).contains("\"who\":\"anonymous\"");
            assertThat(HTTP.send(HttpRequest.newBuilder(URI.create(at + "/admin/queue/resume"))
                    .header("Sec-Fetch-Site", "same-site").POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString()).body()).contains("CROSS_SITE_REJECTED");
        }
    }

    /** Nothing of the page may need a class of Spring Security. */
    @Test
    void worksInAnApplicationThatHasNoSpringSecurityAtAll() throws Exception {
        Map<String, String> variables = Map.of(
                "BULK_ACTION_REDIS_URL", "redis://" + TestRedis.host() + ":" + TestRedis.port(),
                "BULK_ACTION_KEY_PREFIX", TestRedis.uniquePrefix());
        try (ChildJvm child = ChildJvm.start(directory,
                entry -> SECURITY.matcher(entry).find() ? Stream.empty() : Stream.of(entry), variables,
                OpenHost.class)) {
            assertThat(child.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(child.output()).contains("page 200", "pause 200", "unknown 404 UNKNOWN_GROUP");
        }
    }

    static final class OpenHost extends HostsIT.Host {

        public static void main(String[] args) throws Exception {
            try (ConfigurableApplicationContext open = new SpringApplicationBuilder(OpenHost.class).run(
                    "--spring.config.name=open-host", "--server.port=0", "--bulk-action.web.enabled=true",
                    "--bulk-action.web.open=true")) {
                String at = "http://localhost:" + open.getEnvironment().getProperty("local.server.port")
                        + "/bulk-actions";
                System.out.println("page " + HostedPageIT.send(at + "/", "GET").statusCode());
                System.out.println("pause " + HostedPageIT.send(at + "/admin/queue/pause", "POST").statusCode());
                HttpResponse<String> unknown = HostedPageIT.send(at + "/api/bulk-actions/none", "GET");
                System.out.println("unknown " + unknown.statusCode()
                        + (unknown.body().contains("UNKNOWN_GROUP") ? " UNKNOWN_GROUP" : unknown.body()));
            }
        }
    }

    @Test
    void isNotThereUnlessAskedFor() throws Exception {
        try (ConfigurableApplicationContext without =
                start(BackOfficeApplication.class, "--bulk-action.web.enabled=false")) {
            assertThat(without.containsBean("bulkActionPage")).isFalse();
        }
    }

    private static HttpResponse<String> send(String at, String method) throws Exception {
        return HTTP.send(HttpRequest.newBuilder(URI.create(at))
                .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** With a session, as a browser has it. */
    private static final class Person {

        private final String name;
        private final HttpClient http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

        Person(String name) {
            this.name = name;
        }

        HttpResponse<String> send(String method, String path, String... headers) throws Exception {
            return send(method, path, "", headers);
        }

        HttpResponse<String> send(String method, String path, String body, String[] headers) throws Exception {
            HttpRequest.Builder request = request(name, path).method(method,
                    body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
            if (!method.equals("GET")) {
                request.header("X-CSRF-TOKEN", token());
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        HttpResponse<String> send(String method, String path, String body, String header, String value)
                throws Exception {
            return send(method, path, body, new String[] {header, value});
        }

        /** From the page where the person may see it, otherwise from the login page of the application. */
        private String token() throws Exception {
            String page =
                    http.send(request(name, "/bulk-actions/").build(), HttpResponse.BodyHandlers.ofString()).body();
            Matcher token = Pattern.compile("csrf-token\" content=\"([^\"]+)\"|_csrf\"[^>]* value=\"([^\"]+)\"")
                    .matcher(page.contains("csrf-token") ? page
                            : http.send(request(name, "/login").build(), HttpResponse.BodyHandlers.ofString()).body());
            assertThat(token.find()).isTrue();
            return Stream.of(token.group(1), token.group(2)).filter(each -> each != null).findFirst().orElseThrow();
        }
    }

    private static String submit() {
        BulkActionService service = host.getBean(BulkActionService.class);
        String group = TestRedis.uniquePrefix().replace(':', '-') + "/march";
        service.submit(BulkActionRequest.to("default", group).processor("REMIND")
                .jobs(Stream.of(new JobRequest("1", Map.of("client_name", "mia", "card", "4711-0815")))).build());
        await().untilAsserted(() -> assertThat(service.progress("default", group))
                .map(GroupProgress::status).contains(GroupStatus.COMPLETED));
        return group;
    }

    private static HttpResponse<String> get(String who, String path) throws Exception {
        return HTTP.send(request(who, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String who, String path) {
        return HttpRequest.newBuilder(address(path)).header("Accept", "application/json").header("Authorization",
                "Basic " + Base64.getEncoder().encodeToString((who + ":secret").getBytes()));
    }

    private static URI address(String path) {
        return URI.create("http://localhost:" + host.getEnvironment().getProperty("local.server.port") + path);
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application).run(Stream.concat(Stream.of(arguments), Stream.of(
                "--spring.config.name=back-office",
                "--server.port=0",
                "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.web.enabled=true")).toArray(String[]::new));
    }
}
