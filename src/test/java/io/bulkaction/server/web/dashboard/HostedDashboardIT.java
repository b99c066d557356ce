package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.backoffice.BackOfficeApplication;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A person at the page inside an application, in a real browser: under its path, with its login and its CSRF tokens. */
@EnabledIf(value = "io.bulkaction.server.web.dashboard.Browser#isInstalled", disabledReason = "Chromium is not installed (looked at $CHROMIUM and in /usr/bin)")
@Execution(ExecutionMode.SAME_THREAD)
class HostedDashboardIT {

    private static final String GROUP = "acme/march";

    @TempDir
    static Path profile;

    private static Browser browser;
    private static ConfigurableApplicationContext host;

    @BeforeAll
    static void start() throws Exception {
        host = new SpringApplicationBuilder(BackOfficeApplication.class).run(
                "--spring.config.name=back-office", "--server.port=0",
                "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.queues.default.retry.max-retries=0",
                "--bulk-action.web.enabled=true");
        browser = Browser.start(profile);
    }

    @AfterAll
    static void stop() {
        browser.close();
        host.close();
    }

    @Test
    void aPersonLogsInToTheApplicationAndSkipsADeadLetterOnThePage() {
        BulkActionService bulkActions = host.getBean(BulkActionService.class);
        bulkActions.submit(BulkActionRequest.to("default", GROUP).processor("REMIND")
                .jobs(List.of(JobRequest.of("nobody", Map.of()))).build());
        BrowserPage page = browser.page();
        page.reset(1280, "en-US");

        page.open(address());
        page.waitFor("document.readyState === 'complete'"); // until then it may move the focus
        page.type("#username", "ann");
        page.type("#password", "secret");
        page.pressEnter();
        page.waitFor("document.querySelector('.card .figure-completed dd')?.textContent > ''");
        assertThat(page.evaluate("document.body.innerText").asString()).doesNotContain("Log out");

        page.open(address() + "#/job/default/" + GROUP.replace("/", "%2F") + "/nobody");
        page.waitForText("NO_CLIENT");
        page.clickButton("Skip");
        page.type("dialog input", "nobody is meant");
        page.click("dialog button[type=submit]");
        page.waitForText("nobody is meant");

        page.open(address() + "#/audit/default");
        page.waitForText("nobody is meant");
        assertThat(page.evaluate("document.body.innerText").asString()).contains("ann");

        page.open(address() + "#/settings/default");
        page.waitForText("on-final-failure");
        assertThat(page.evaluate("document.querySelector('a[href=\"#/calls\"]') === null").asBoolean())
                .as("the description of the calls is the service's").isTrue();
        assertThat(page.takeComplaints()).isEmpty();
    }

    private static String address() {
        return "http://127.0.0.1:" + host.getEnvironment().getProperty("local.server.port") + "/bulk-actions/";
    }
}
