package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Somebody is woken up and needs to see what is wrong, why, and what to do. */
@Execution(ExecutionMode.SAME_THREAD)
class NightShiftIT extends DashboardPerson {

    @Test
    void aQueueThatAFailureStoppedSaysWhyOnEveryPageAndContinuesFromThere() {
        page.waitFor("document.getElementById('alerts').hidden");
        submitTo("strict", FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/audit/default"));

        page.waitForText("Queue strict is paused: job " + group + "-0 failed");
        page.waitForText("IllegalStateException");
        page.waitFor("document.title === '(1) Audit · bulk-action'");
        page.waitFor("document.querySelector('[data-page=alerts]').textContent === 'Alerts 1'");

        failing.broken = false;
        page.clickButton("Retry the job and resume");
        page.click("dialog .primary");

        page.waitForText("The queue runs again.");
        page.waitFor("document.getElementById('alerts').hidden && document.title === 'Audit · bulk-action'");
    }

    @Test
    void theAlertPageListsCauseAndActionAndSaysWhenNothingIsWrong() {
        page.open(address("#/alerts"));
        page.waitForText("Nothing is wrong");
        submitTo("strict", FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.waitFor("document.querySelector('main .alert-critical h2').textContent.includes('" + group + "-0')");
        page.evaluate("document.querySelector('main .alert-critical .danger').click()");
        page.type("dialog input", "known");
        page.pressEnter();

        page.waitForText("The queue runs again.");
        page.waitForText("Nothing is wrong");
    }

    @Test
    void thePauseNoteNamesTheErrorAndHasItsButtons() {
        submitTo("strict", FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/queue/strict"));

        page.waitForText("because this job failed for good: " + group + "-0");
        page.waitFor("document.querySelector('.pause-note code').textContent === 'IllegalStateException'");
        failing.broken = false;
        page.evaluate("document.querySelector('.pause-note .primary').click()");
        page.click("dialog .primary");

        page.waitFor("document.querySelector('.pause-note') === null");
    }

    @Test
    void aServerThatHangsNeverLooksAlive() {
        page.waitFor("document.querySelector('.card .badge-on, .card .badge-idle') !== null");
        page.waitFor("/Updated \\d+ s ago/.test(document.getElementById('updated').textContent)");

        page.evaluate("window.fetch = (path, {signal}) => new Promise((yes, no) => "
                + "signal.addEventListener('abort', () => no(signal.reason)))");

        page.waitFor("document.querySelector('.card .badge-unknown').textContent === 'Unknown'");
        page.waitForText("what happens now is unknown");
        assertThat(page.evaluate("document.querySelector('.badge-on, .badge-idle') === null").asBoolean()).isTrue();
        page.waitFor("getComputedStyle(document.querySelector('.figure dd')).opacity < 1");
    }

    @Test
    void everythingThatIsOldLooksOld() {
        submitTo("strict", FailingProcessor.TYPE, 1, Map.of("n", 1));
        for (int i = 0; i < 3; i++) {
            submit("SIMULATE", 1, Map.of("durationMs", 60_000));
            group += "x";
        }
        page.open(address("#/queue/default"));
        page.waitFor("document.querySelector('.chart-wide').checkVisibility()");
        page.waitFor("!document.getElementById('alerts').hidden");
        page.evaluate("window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))");
        page.waitForText("what happens now is unknown");

        for (String what : List.of(".chart-wide", ".headline", ".explain", "#alerts .strip-text")) {
            page.waitFor("getComputedStyle(document.querySelector('" + what + "')).opacity < 1");
        }
        page.evaluate("location.hash = '#/alerts'");
        page.waitFor("getComputedStyle(document.querySelector('.alert-card h2')).opacity < 1");
        page.evaluate("location.reload()");
        page.click("#alerts .danger");
        page.type("dialog input", "seen");
        page.pressEnter();
        page.waitForText("The queue runs again.");
    }

    @Test
    void aPageWhoseOwnCallKeepsFailingIsOldAlthoughOthersAreAnswered() {
        page.evaluate(
                "const real = window.fetch; window.fetch = (path, request) => path.startsWith('admin/queue/audit')"
                        + " ? Promise.reject(new TypeError('Failed to fetch')) : real(path, request);"
                        + " window.answered = 0; const count = window.fetch; window.fetch = async (path, request) => {"
                        + " const answer = await count(path, request); window.answered++; return answer}; true");
        page.evaluate("location.hash = '#/audit/default'");
        page.waitForText("what happens now is unknown");

        page.evaluate("window.answered = 0");
        page.waitFor("window.answered > 1");
        assertThat(page.evaluate("document.documentElement.hasAttribute('data-outdated')").asBoolean()).isTrue();

        page.evaluate("location.hash = '#/overview'");
        page.waitFor("!document.documentElement.hasAttribute('data-outdated')");
    }

    @Test
    void deadLettersAreGroupedByErrorAndAllOfOneAreRetriedAtOnce() {
        submit(FailingProcessor.TYPE, 3, Map.of("n", 1));
        page.open(address("#/failed/default"));
        String row = "[...document.querySelectorAll('[aria-labelledby=errors-title] tbody tr')]"
                + ".find(each => each.textContent.includes('IllegalStateException'))";
        page.waitFor(row + ".querySelector('td.number').textContent >= 3");

        failing.broken = false;
        page.evaluate(row + ".querySelector('button').click()");
        page.click("dialog .primary");

        page.waitForText("will be retried.");
        page.waitFor(row + " === undefined");
        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("Succeeded\n3");
    }

    @Test
    void theAuditIsFilteredByATextAndLeadsToWhatWasChanged() {
        submit(FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.click("[aria-label^='Skip: ']");
        page.type("dialog input", "only this one");
        page.pressEnter();
        page.waitForText("No dead letters found.");

        page.open(address("#/audit/default?text=" + encoded("ONLY this")));
        page.waitFor("document.querySelectorAll('tbody tr').length === 1");
        page.click("tbody a.id");

        page.waitFor("document.querySelector('h1').textContent === 'Job " + group + "-0'");
    }

    @Test
    void theAuditIsFilteredByUserAndTimeAndLeadsToAPausedGroup() {
        submit("SIMULATE", 1, Map.of("durationMs", 60_000));
        page.open(address("#/group/default/" + encoded(group)));
        page.clickButton("Pause this group");
        page.type("dialog input", "look " + group);
        page.pressEnter();
        page.waitForText("The group is paused.");
        bulkActions.cancel("default", group, "seen");

        String audit = "#/audit/default?text=" + encoded("look " + group);
        page.open(address(audit + "&who=ann&from=2020-01-01T00:00&to=2999-01-01T00:00"));
        page.waitFor("document.querySelectorAll('tbody tr').length === 1");
        for (String other : List.of("&who=vera", "&from=2999-01-01T00:00", "&to=2020-01-01T00:00")) {
            page.open(address(audit + other));
            page.waitForText("No entries found.");
        }

        page.open(address(audit));
        page.click("tbody a.id");
        page.waitFor("document.querySelector('h1').textContent === 'Group " + group + "'");
    }

    @Test
    void theFocusStaysInTheListAfterASkip() {
        submit(FailingProcessor.TYPE, 2, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("2 dead letters");

        page.evaluate("document.querySelector(\"[aria-label^='Skip: ']\").focus()");
        page.pressEnter();
        page.type("dialog input", "one");
        page.pressEnter();
        page.waitForText("1 dead letter\n");
        page.waitFor("document.activeElement.getAttribute('aria-label').startsWith('Skip: ')");

        page.pressEnter();
        page.type("dialog input", "the other");
        page.pressEnter();
        page.waitForText("No dead letters found.");
        page.waitFor("document.activeElement.tagName === 'H1'");
    }

    @Test
    void aButtonIsBusyUntilItsActionIsAnswered() {
        page.evaluate("window.realFetch = window.fetch; window.fetch = (path, request) => request.method === 'POST' "
                + "? new Promise(yes => window.release = () => yes(realFetch(path, request))) : realFetch(path, request)");
        page.clickButton("Pause");
        page.pressEnter();

        page.waitFor("document.querySelector('.card button[aria-busy=true]').textContent === 'Pause'");
        page.waitFor("window.release !== undefined");
        page.evaluate("window.release()");

        page.waitForText("The queue is paused.");
        page.evaluate("window.fetch = window.realFetch");
        page.clickButton("Resume");
        page.click("dialog .primary");
        page.waitForText("The queue runs again.");
        page.waitFor("document.querySelector('[aria-busy=true]') === null");
    }

    @Test
    void aLinkToAPageSurvivesTheLogin() {
        page.reset(1280, "en-US");
        page.open(address("#/audit/default?kind=SUBMITTER"));
        page.waitFor("location.pathname === '/login'");

        fillInLogin();

        page.waitFor("location.hash === '#/audit/default?kind=SUBMITTER'");
        page.waitFor("document.querySelector('h1').textContent === 'Audit'");
    }
}
