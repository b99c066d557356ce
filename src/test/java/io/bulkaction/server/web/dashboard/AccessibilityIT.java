package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.recur.RecurringAction;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ClassPathResource;

/** What axe-core finds on every page, on a screen, at 200 % zoom and on a phone, light and dark: nothing. */
@Execution(ExecutionMode.SAME_THREAD)
class AccessibilityIT extends DashboardPerson {

    private static final String VIOLATIONS = "axe.run(document).then(found => JSON.stringify(found.violations.map("
            + "each => [each.id, ...each.nodes.map(node => node.html.slice(0, 200) + ' ' + node.failureSummary)])))";

    @Autowired
    QueueOperations operations;

    @Autowired
    RecurringActions recurring;

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "640, light", "390, light", "390, dark"})
    void noPageHasAViolation(int width, String scheme) throws IOException {
        submit("SIMULATE", 30, Map.of("durationMs", 60_000));
        submitTo("strict", FailingProcessor.TYPE, 2, Map.of("n", 1));
        recurring.put(new QueueName("default"), new RecurringAction(
                "nightly", RecurringAction.Origin.API, "0 3 * * *", "Asia/Seoul", "SIMULATE", null,
                List.of(new FixedJob(null, "{}")), null, null, RecurringAction.DEFAULT_GROUP, Missed.SKIP,
                Overlap.SKIP), new Actor("test", ""));
        page.resize(width, 844);
        page.prefer(scheme);
        for (String name : List.of("overview", "queue/default", "queue/strict", "failed/strict", "failed", "alerts",
                "search?id=" + encoded(group), "submit", "access", "recurring", "recurring/default/nightly",
                "settings/default", "calls",
                "audit/default",
                "group/default/" + encoded(group),
                "job/strict/" + encoded(group) + "/" + encoded(group + "-0"), "nothing-of-that-name")) {
            page.open(address("#/" + name));
            page.waitFor("document.querySelector('h1') !== null && !document.body.innerText.includes('Loading…')");
            page.waitFor("!document.getElementById('alerts').hidden");
            assertThat(violations()).as(name).isEqualTo("[]");
            assertThat(page.evaluate("document.documentElement.scrollWidth").asInt()).as(name)
                    .isLessThanOrEqualTo(width);
        }
        page.prefer("light");
    }

    /** The queues are shared with other tests. */
    @AfterEach
    void resume() {
        bulkActions.cancel("default", group, "seen");
        operations.skipAllAndResume(new QueueName("strict"), "seen", new Actor("test", ""));
    }

    @Test
    void theLoginPageAndTheDialogsHaveNone() throws IOException {
        page.clickButton("Pause");
        page.waitFor("document.querySelector('dialog') !== null");
        assertThat(violations()).isEqualTo("[]");

        page.reset(390, "en-US");
        page.open(address(""));
        page.waitFor("document.querySelector('#username') !== null");
        assertThat(violations()).isEqualTo("[]");
    }

    /** As wide as a tablet, or a screen at 200 %: a table is still a table. */
    @ParameterizedTest
    @CsvSource({"768", "640"})
    void aTabletGetsTables(int width) {
        page.resize(width, 1_024);
        page.open(address("#/audit/default"));

        page.waitFor("getComputedStyle(document.querySelector('tbody tr')).display === 'table-row'");
    }

    private String violations() throws IOException {
        String axe = new ClassPathResource("axe/axe.min.js").getContentAsString(StandardCharsets.UTF_8);
        page.evaluate(axe + ";undefined");
        return page.evaluate(VIOLATIONS).asString();
    }
}
