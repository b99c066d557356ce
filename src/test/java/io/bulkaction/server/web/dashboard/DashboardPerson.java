package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A person at the dashboard, in a real browser against the whole service: logged in before each test. */
@EnabledIf(value = "io.bulkaction.server.web.dashboard.Browser#isInstalled", disabledReason = "Chromium is not installed (looked at $CHROMIUM and in /usr/bin)")
@SpringBootTest(classes = {BulkActionApplication.class,
    FailingProcessor.class}, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
        "bulk-action.security.users.ann.password=correct horse",
        "bulk-action.security.users.ann.roles=ADMIN",
        "bulk-action.security.users.olga.password=correct horse",
        "bulk-action.security.users.olga.roles=OPERATOR",
        "bulk-action.security.users.vera.password=correct horse",
        "bulk-action.security.users.vera.roles=VIEWER",
        "bulk-action.processors.simulate.enabled=true",
        "bulk-action.queues.default.retry.max-retries=0",
        "bulk-action.queues.strict.retry.max-retries=0",
        "bulk-action.queues.strict.on-final-failure=pause",
        "bulk-action.queues.strict.fair-queue.weights.[acme/june]=0.5",
        "bulk-action.queues.default.alerts.dead-letters-exceed=0",
        "bulk-action.queues.strict.alerts.dead-letters-exceed=0",
    })
@Execution(ExecutionMode.SAME_THREAD)
abstract class DashboardPerson {

    @TempDir
    static Path profile;

    private static Browser browser;

    String group = "group/" + UUID.randomUUID();

    @Autowired
    BulkActionService bulkActions;

    @Autowired
    FailingProcessor failing;

    @LocalServerPort
    int port;

    BrowserPage page;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        TestRedis.register(registry);
    }

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void endBrowser() {
        browser.close();
    }

    @BeforeEach
    void logIn() {
        failing.broken = true;
        page = browser.page();
        page.reset(1280, "en-US");
        page.open(address(""));
        fillInLogin();
        page.waitFor("document.querySelector('.card .figure-completed dd').textContent !== '–'");
    }

    @AfterEach
    void nothingWasStoppedByThePolicyOrThrown() {
        assertThat(page.takeComplaints()).isEmpty();
    }

    void fillInLogin() {
        fillInLogin("ann");
    }

    void fillInLogin(String name) {
        page.waitFor("document.readyState === 'complete' && document.querySelector('#username') !== null");
        // why not typed: the page may move the focus while it is typed, and the password then follows the name
        page.evaluate("document.querySelector('#username').value = '" + name + "'");
        page.evaluate("document.querySelector('#password').value = 'correct horse'");
        page.evaluate("document.querySelector('#password').form.requestSubmit()");
        page.waitFor("document.querySelector('#main h1') !== null || location.search === '?expired'");
        if (page.evaluate("location.search").asString().equals("?expired")) {
            // why again: a late answer to the page before may replace the CSRF token of this one
            page.open(address(""));
            fillInLogin(name);
        }
    }

    void assertNothingOfTheMarkupLives() {
        assertThat(page.evaluate("document.querySelectorAll('main img, main script, [onerror]').length").asInt())
                .isZero();
        assertThat(page.evaluate("window.hacked === undefined").asBoolean()).isTrue();
    }

    String shownText() {
        return page.evaluate("document.body.innerText").asString();
    }

    void submit(String processor, int jobs, Object payload) {
        submitTo("default", processor, jobs, payload);
    }

    void submitTo(String queue, String processor, int jobs, Object payload) {
        bulkActions.submit(BulkActionRequest.to(queue, group)
                .processor(processor)
                .jobs(IntStream.range(0, jobs).mapToObj(i -> JobRequest.of(group + "-" + i, payload)))
                .build());
    }

    String address(String hash) {
        return "http://127.0.0.1:" + port + "/" + hash;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
