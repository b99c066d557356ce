package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.JobRequest;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The dashboard shows who gets what and says why something waits. */
@Execution(ExecutionMode.SAME_THREAD)
class SightIT extends DashboardPerson {

    @Test
    void theChartNamesTheGroupsThatGotSomethingAndTheBarsCountThem() {
        submit("SIMULATE", 300, Map.of("durationMs", 5));
        page.waitFor("[...document.querySelectorAll('.fairness .legend li')]"
                + ".some(each => each.textContent.startsWith('" + group + "'))");
        page.waitFor("document.querySelector('.fairness .chart-wide canvas').width > 0");

        page.open(address("#/queue/default"));
        page.waitFor("document.querySelector('.fairness-waits .facts dd').textContent.includes('/')");
        page.waitFor("document.querySelectorAll('.fairness canvas').length === 2");
    }

    @Test
    void theQueueTheGroupAndTheJobSayTheSameSentenceAsTheApi() {
        bulkActions.submit(BulkActionRequest.to("default", group).processor("SIMULATE").maxConcurrency(1)
                .jobs(IntStream.range(0, 3).mapToObj(i -> JobRequest.of("job-" + i, Map.of("durationMs", 60_000))))
                .build());
        page.waitFor("/jobs? run/.test(document.querySelector('.card .explain-runs').textContent)");

        page.open(address("#/group/default/" + encoded(group)));
        page.waitFor("document.querySelector('.explain').dataset.code === 'CONCURRENCY'");
        page.open(address("#/job/default/" + encoded(group) + "/job-0"));
        page.waitForText("Has been running since");

        String said = page.evaluate("document.querySelector('.explain').textContent").asString();
        String api = page.evaluate("fetch('api/bulk-actions/" + encoded(group)
                + "/jobs/job-0/explain').then(answer => answer.json()).then(found => found.sentence)").asString();
        assertThat(said).isEqualTo(api);
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void whenAGroupIsExpectedToBeDoneIsShownWithItsRange() {
        submit("SIMULATE", 20_000, Map.of("durationMs", 20));
        page.open(address("#/group/default/" + encoded(group)));

        page.waitFor(
                "/Expected to be done at .*, between .* and /.test(document.querySelector('.expected').textContent)");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aJobIsShownAlsoWhenItCannotBeExplained() {
        submit("SIMULATE", 1, Map.of("durationMs", 1));
        page.evaluate("const real = window.fetch; window.fetch = (path, request) => path.includes('/explain') "
                + "? Promise.resolve(Response.json({code: 'INTERNAL_ERROR'}, {status: 500})) : real(path, request)");

        page.evaluate("location.hash = '#/job/default/" + encoded(group) + "/" + encoded(group + "-0") + "'");

        page.waitForText("Completed");
        page.waitFor("document.querySelector('.timeline') !== null && document.querySelector('.explained').hidden");
        assertThat(shownText()).doesNotContain("what happens now is unknown");
    }

    @Test
    void theChartsLookBackAsFarAsWanted() {
        page.waitFor("document.querySelector('.charts canvas') !== null");
        page.evaluate("window.asked = []; const real = window.fetch; "
                + "window.fetch = (path, request) => { asked.push(path); return real(path, request); }");

        page.clickButton("24 h");

        page.waitFor("asked.includes('admin/queues/history?range=24h')");
        page.waitFor("document.querySelector('.segments [aria-pressed=true]').textContent === '24 h'");
    }

    @Test
    void aFreshStartOffersAnExampleThatShowsWhatTheServiceIsFor() {
        page.evaluate("const real = window.fetch; window.fetch = async (path, request) => { "
                + "const answer = await real(path, request); "
                + "return path !== 'admin/queues' ? answer : Response.json((await answer.json()).map(each => "
                + "({...each, waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0}))); }");

        page.clickButton("Play an example");

        page.waitForText("15 small groups came after the giant.");
        assertThat(bulkActions.progress("default", "example-small-15")).isPresent();
        bulkActions.cancel("default", "example-giant", "seen");
    }

    @Test
    void theLimitsOfAQueueAreSetAndResetBesideWhatIsConfigured() {
        page.open(address("#/queue/strict"));
        page.waitFor("document.querySelector('[name=globalRps]').placeholder !== ''");
        page.waitForText("configured");

        page.type("[name=globalRps]", "50");
        page.clickButton("Save");
        page.waitForText("now 50");

        page.clickButton("Reset to the settings");
        page.waitFor("document.querySelector('[name=globalRps]').value === ''");
        page.open(address("#/audit/strict"));
        page.waitForText("Reset limits of queue");
    }
}
