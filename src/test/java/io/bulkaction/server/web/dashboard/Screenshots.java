package io.bulkaction.server.web.dashboard;

import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionService;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.history.Span;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Takes the pictures of the documentation, in five minutes. No test, so its name keeps it out of the build:
 * {@code ./mvnw verify -Dtest=NONE -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=Screenshots
 * -Dscreenshots=docs/images}. Look at each of them before you keep it.
 */
@SpringBootTest(classes = {BulkActionApplication.class,
    ShowcaseProcessor.class}, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
        "bulk-action.instance-id=worker-1",
        "bulk-action.security.users.ann.password=correct horse",
        "bulk-action.security.users.ann.roles=ADMIN",
        "bulk-action.processors.simulate.enabled=true",
        "bulk-action.queues.default.backpressure.global-rps=240",
        "bulk-action.queues.default.worker-pool.worker-count=24",
        "bulk-action.queues.default.retry.max-retries=1",
        "bulk-action.queues.default.retry.backoff=2s",
        "bulk-action.queues.nas-sync.worker-pool.worker-count=4",
        "bulk-action.queues.nas-sync.on-final-failure=pause",
        "bulk-action.queues.nas-sync.retry.max-retries=0",
        "bulk-action.queues.nas-sync.alerts.waiting-exceeds=1000000",
        "bulk-action.queues.default.alerts.waiting-exceeds=1000000",
    })
class Screenshots {

    private static final int ROUNDS = 5;
    private static final int SAMPLES_PER_ROUND = 4;

    @TempDir
    static Path profile;

    @Autowired
    BulkActionService bulkActions;

    @Autowired
    QueueHistory history;

    @Autowired
    QueueOperations operations;

    @Autowired
    GroupActions groups;

    @LocalServerPort
    int port;

    private BrowserPage page;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        TestRedis.register(registry);
    }

    @Test
    void everyPageIsPictured() throws Exception {
        Showcase showcase = new Showcase(bulkActions);
        showcase.begin();
        for (int round = 0; round < ROUNDS; round++) {
            awaitSamples(SAMPLES_PER_ROUND * (round + 1));
            showcase.submitMore(round);
            if (round == ROUNDS - 2) {
                showcase.failOnNas();
            }
        }
        new AdminActions(operations, groups).perform();
        try (Browser browser = Browser.start(profile)) {
            page = browser.page();
            page.reset(1280, "en-US");
            open("");
            page.waitFor("document.querySelector('#username') !== null");
            take("login", 1280, 720);
            take("login", 390, 720);
            logIn();
            for (int width : new int[] {1280, 390}) {
                page.resize(width, 844);
                takeAll(width);
            }
            takeFairness();
            page.resize(1280, 844);
            page.prefer("dark");
            open("#/overview");
            page.waitFor("document.querySelector('.figure-completed dd').textContent !== '–'");
            take("overview-dark", 1280, 1_150);
            takeDialog();
        }
    }

    private void takeAll(int width) throws IOException {
        int tallest = width == 1280 ? 1_700 : 2_000;
        picture("overview", "#/overview", ".fairness .chart-wide canvas", width, tallest);
        picture("queue", "#/queue/default", ".meter-mark", width, tallest);
        picture("group", "#/group/default/customer-A", ".meter-mark", width, tallest);
        picture("failed", "#/failed/default", "tbody tr", width, 1_300);
        page.click("tbody a.id");
        page.waitFor(
                "document.querySelector('h1').textContent.startsWith('Job') && document.querySelector('pre') !== null");
        take("job", width, tallest);
        picture("search", "#/search?id=customer-B", ".hits", width, 720);
        picture("audit", "#/audit/default", "tbody tr", width, 720);
        picture("alerts", "#/alerts", ".alert-card", width, 720);
        picture("submit", "#/submit?processorType=SEND_EMAIL&groupId=customer-F", "textarea", width, 900);
        picture("settings", "#/settings/default", "tbody tr", width, 900);
    }

    private void takeFairness() throws IOException {
        page.resize(1280, 844);
        open("#/queue/default");
        page.waitFor("!document.querySelector('.fairness').hidden");
        page.waitFor("document.querySelectorAll('.fairness canvas').length === 2");
        Files.write(Path.of(System.getProperty("screenshots")).resolve("dashboard-fairness-1280.png"),
                page.pictureOf(".fairness"));
    }

    private void takeDialog() throws IOException {
        page.prefer("light");
        picture("selection", "#/failed/default", "tbody tr", 1280, 900);
        page.click("tbody tr:nth-child(1) input");
        page.click("tbody tr:nth-child(2) input");
        page.clickButton("Skip selected");
        page.type("dialog input", "the addresses were wrong, told the customer");
        take("selection", 1280, 900);
    }

    private void picture(String name, String hash, String until, int width, int tallest) throws IOException {
        page.resize(width, 844);
        open(hash);
        page.waitFor("document.querySelector('" + until + "') !== null");
        page.waitFor("!document.body.innerText.includes('Loading…')");
        page.waitFor("document.querySelector('.charts') === null || document.querySelector('.charts canvas') !== null");
        page.waitFor("document.getElementById('updated').textContent !== ''");
        take(name, width, tallest);
    }

    private void take(String name, int width, int tallest) throws IOException {
        page.resize(width, 480);
        int height = page.evaluate("document.documentElement.scrollHeight").asInt();
        page.resize(width, Math.min(height, tallest));
        Path folder = Path.of(System.getProperty("screenshots"));
        Files.write(folder.resolve("dashboard-" + name + "-" + width + ".png"), page.picture());
    }

    private void logIn() {
        page.type("#username", "ann");
        page.type("#password", "correct horse");
        page.pressEnter();
        page.waitFor("document.querySelector('.figure-completed dd') !== null");
    }

    private void awaitSamples(int count) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> history.of(new QueueName("default"), Span.TEN_MINUTES).size() >= count);
    }

    private void open(String hash) {
        page.open("http://127.0.0.1:" + port + "/" + hash);
    }
}
