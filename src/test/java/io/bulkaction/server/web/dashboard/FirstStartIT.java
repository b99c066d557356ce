package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** What somebody meets who has just started the service with nothing but its defaults. */
@EnabledIf(value = "io.bulkaction.server.web.dashboard.Browser#isInstalled", disabledReason = "Chromium is not installed (looked at $CHROMIUM and in /usr/bin)")
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class FirstStartIT {

    private static final Pattern LINK = Pattern.compile("(http://localhost:\\d+/)login#once=([\\w-]+)");

    @TempDir
    static Path profile;

    @Test
    void thePrintedLinkLogsInOnceAndThePageSaysWhatAnExampleNeeds(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext _ = start(); Browser browser = Browser.start(profile)) {
            Matcher link = LINK.matcher(await().until(output::getOut, text -> LINK.matcher(text).find()));
            assertThat(link.find()).isTrue();
            BrowserPage page = browser.page();
            page.reset(1280, "en-US");

            page.open(link.group());
            page.waitForText("Nothing has been submitted yet");
            assertThat(page.evaluate("location.href").asString()).doesNotContain(link.group(2));
            page.waitForText("bulk-action.processors.simulate.enabled=true");
            assertThat(page.evaluate("[...document.querySelectorAll('button')]"
                    + ".find(each => each.textContent === 'Play an example').disabled").asBoolean()).isTrue();
            page.open(link.group(1) + "#/audit/default");
            page.waitForText("Link printed at the start");

            page.reset(1280, "en-US");
            page.open(link.group());
            page.waitFor("location.pathname === '/login' && location.search === '?error'");
            assertThat(output.getAll().split(link.group(2), -1)).as("times printed plus one").hasSize(2);
            assertThat(page.takeComplaints()).isEmpty();
        }
    }

    private static ConfigurableApplicationContext start() {
        return SpringApplication.from(BulkActionApplication::main).run(
                "--server.port=0",
                "--bulk-action.embedded-redis.enabled=false",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix()).getApplicationContext();
    }
}
