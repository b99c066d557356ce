package io.bulkaction.server.web.dashboard;

import static io.bulkaction.server.web.dashboard.FailingProcessor.MARKUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.InvalidIdException;
import io.bulkaction.JobRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The dashboard as a person meets it. */
@Execution(ExecutionMode.SAME_THREAD)
class DashboardIT extends DashboardPerson {

    @Test
    void theOverviewFollowsTheQueueWithoutAReload() {
        page.evaluate("window.sameDocument = true");
        // why waited for: the page is there before its first figures are
        long before = await().ignoreExceptions().until(this::completed, count -> true);

        submit("SIMULATE", 25, Map.of("durationMs", 1));

        await().until(() -> completed() == before + 25);
        assertThat(page.evaluate("window.sameDocument").asBoolean()).isTrue();
    }

    @Test
    void aPauseNamesWhoAndWhyUntilTheQueueIsResumed() {
        page.clickButton("Pause");
        page.type("dialog input", "mail server is down " + MARKUP);
        page.pressEnter();

        page.waitForText("The queue is paused.");
        page.waitForText("by ann");
        page.waitForText("Reason: mail server is down " + MARKUP);

        page.clickButton("Resume");
        page.click("dialog .primary");

        page.waitForText("The queue runs again.");
        page.waitFor("document.querySelector('.pause-note') === null");
    }

    @Test
    void aPauseWithoutAReasonShowsNoCodeInItsPlace() {
        page.clickButton("Pause");
        page.pressEnter();
        page.waitForText("by ann");
        assertThat(shownText()).doesNotContain("MANUAL_PAUSE");

        page.clickButton("Resume");
        page.click("dialog .primary");
        page.waitForText("The queue runs again.");
        page.open(address("#/audit/default"));
        page.waitForText("Login page");
        assertThat(shownText()).doesNotContain("MANUAL_PAUSE", "FORM");
    }

    @Test
    void aThrottledJobSaysInWordsWhyItIsNonReady() {
        submit("SIMULATE", 1, Map.of("outcome", "throttled", "retryAfterMs", 3_600_000));
        page.open(address("#/job/default/" + encoded(group) + "/" + encoded(group + "-0")));

        page.waitForText("The called system asked to be called later");
        assertThat(shownText()).doesNotContain("THROTTLED", "NON_READY");
    }

    @Test
    void anActionThatGetsNoAnswerSaysSo() {
        page.clickButton("Pause");
        page.evaluate("window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))");
        page.pressEnter();

        page.waitFor("document.querySelector('.message-bad span')?.textContent === 'The server does not answer.'");
        page.waitForText("what happens now is unknown");
    }

    @Test
    void aVeryLongWordIsBrokenInsteadOfWideningTheTable() {
        page.clickButton("Pause");
        page.type("dialog input", "x".repeat(500));
        page.pressEnter();
        page.waitForText("The queue is paused.");
        page.clickButton("Resume");
        page.click("dialog .primary");
        page.waitForText("The queue runs again.");

        page.open(address("#/audit/default"));
        page.waitForText("x".repeat(100));
        assertThat(page.evaluate("document.querySelector('.table').scrollWidth").asInt())
                .isLessThanOrEqualTo(page.evaluate("document.querySelector('.table').clientWidth").asInt());
    }

    @Test
    void everyTimeNamesItsZone() {
        page.open(address("#/audit/default"));

        page.waitFor("document.querySelector('td.time') !== null");
        assertThat(page.evaluate("document.querySelector('td.time').textContent").asString())
                .matches("\\w+ \\d+, \\d\\d:\\d\\d:\\d\\d\u00a0[A-Z].*");
    }

    @Test
    void aDeadLetterIsRetriedAndAnotherSkippedForAReason() {
        submit(FailingProcessor.TYPE, 2, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("2 dead letters");

        failing.broken = false;
        page.click("[aria-label^='Retry: ']");
        page.click("dialog .primary");
        page.waitForText("The job will be retried.");
        page.waitForText("1 dead letter\n");

        page.click("[aria-label^='Skip: ']");
        page.click("dialog .danger");
        assertThat(page.evaluate("document.querySelector('dialog').open").asBoolean())
                .as("a skip without a reason is not sent")
                .isTrue();
        page.type("dialog input", "known");
        page.pressEnter();
        page.waitForText("The job is marked as resolved by hand.");
        page.waitForText("No dead letters found.");

        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("Succeeded\n1");
        page.waitForText("Resolved by hand\n1");
    }

    @Test
    void selectedJobsAreSkippedTogether() {
        submit(FailingProcessor.TYPE, 3, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("3 dead letters");

        page.click("th input[type=checkbox]");
        page.waitForText("3 selected");
        page.clickButton("Skip selected");
        page.type("dialog input", "all of them");
        page.pressEnter();

        page.waitForText("3 of 3 jobs are marked as resolved by hand.");
        page.waitForText("No dead letters found.");
    }

    @Test
    void someDeadLettersAreRetriedTogetherAndTheRestAllAtOnce() {
        submit(FailingProcessor.TYPE, 5, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("5 dead letters");

        failing.broken = false;
        page.click("[aria-label='Select job " + group + "#" + group + "-1']");
        page.click("[aria-label='Select job " + group + "#" + group + "-3']");
        page.waitForText("2 selected");
        page.clickButton("Retry selected");
        page.click("dialog .primary");
        page.waitForText("2 of 2 jobs will be retried.");
        page.waitForText("3 dead letters");

        page.clickButton("Retry all");
        page.waitForText("About 3 dead letters of queue default match the filter");
        page.click("dialog .primary");
        page.waitForText("3 dead letters will be retried.");
        page.waitForText("No dead letters found.");
        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("Succeeded\n5");
    }

    @Test
    void allDeadLettersThatMatchTheFilterAreSkippedForAReason() {
        submit(FailingProcessor.TYPE, 3, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("3 dead letters");
        page.click("tbody tr td:nth-child(5) a");
        page.waitFor("location.hash.includes('errorCode=IllegalStateException')");
        page.waitForText("3 dead letters");

        page.clickButton("Skip all");
        page.type("dialog input", "sent by post " + MARKUP);
        page.pressEnter();

        page.waitForText("3 dead letters are marked as resolved by hand.");
        page.waitForText("No dead letters found.");
        page.open(address("#/audit/default"));
        page.waitForText("sent by post " + MARKUP);
        assertNothingOfTheMarkupLives();
    }

    @Test
    void theDeadLettersOfAllQueuesAreSearchedByTextAndTime() {
        submit(FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/failed/default"));
        page.click("a.button[href='#/failed']");
        page.waitForText("Dead letters of all queues");
        page.type("[name=text]", group.substring(6, 20).toUpperCase(Locale.ROOT));
        page.pressEnter();
        page.waitFor("document.querySelectorAll('tbody tr').length === 1");
        page.waitFor("document.querySelector('tbody a').textContent === 'default'");

        page.evaluate("document.querySelector('[name=to]').value = '2020-01-01T00:00'");
        page.clickButton("Filter");
        page.waitForText("No dead letters found.");
    }

    @Test
    void aGroupIsCancelledForAReasonAndItsPageSaysSo() {
        submit("SIMULATE", 3, Map.of("durationMs", 60_000));
        page.open(address("#/queue/default"));
        page.click("[aria-label='Cancel group: " + group + "']");
        page.type("dialog input", "customer asked");
        page.pressEnter();

        page.waitForText("The group is cancelled:");
        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("Reason for cancelling\ncustomer asked");
    }

    @Test
    void theQueuePageShowsWhatGroupsGetWorkersAndInstances() {
        submit("SIMULATE", 20, Map.of("durationMs", 60_000));
        page.open(address("#/queue/default"));

        String row =
                "[...document.querySelectorAll('tbody tr')].find(each => each.textContent.includes('" + group + "'))";
        page.waitFor(row + ".querySelector('.meter-mark') !== null");
        page.waitFor("/of the throughput, fair share [\\d.]+%/.test(" + row + ".textContent)");
        page.waitFor("/\\d+ of [\\d,]+ tokens of this window used/.test(" + row + ".textContent)");
        page.waitForText("Running longest: " + group);
        page.waitFor("document.querySelector('.instance-alive') !== null");
        page.waitFor("document.querySelector('.figure-oldest dd').textContent !== '–'");
        page.waitFor("document.querySelector('.swatch-p95 ~ b').textContent !== '–'");

        page.click("[aria-label='Cancel group: " + group + "']");
        page.type("dialog input", "seen");
        page.pressEnter();
        page.waitForText("The group is cancelled:");
    }

    @Test
    void aDialogKeepsTheFocusAndGivesItBack() {
        page.waitFor("document.querySelector('.cards button:not([hidden])') !== null");
        page.evaluate("document.querySelector('.cards button:not([hidden])').focus()");
        page.pressEnter();
        page.waitFor("document.activeElement.closest('dialog') !== null");

        page.pressEscape();

        page.waitFor("document.querySelector('dialog') === null");
        page.waitFor("document.activeElement.textContent === 'Pause'");
        page.waitFor("document.querySelector('[role=status][aria-live=polite]') !== null");
    }

    @Test
    void markupInErrorsPayloadsAndAddressesStaysText() {
        submit(FailingProcessor.TYPE, 1, Map.of("html", MARKUP));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("refused: " + MARKUP);
        assertNothingOfTheMarkupLives();

        page.click("tbody a.id");
        page.waitForText("java.lang.IllegalStateException");
        page.waitFor("document.querySelector('pre').textContent.includes('<script>window.hacked=1</script>')");
        assertNothingOfTheMarkupLives();

        for (String name : new String[] {"job", "group", "queue", "failed", "audit"}) {
            page.open(address("#/" + name + "/" + encoded(MARKUP) + "/" + encoded(MARKUP)));
            page.waitFor("document.querySelector('main .card, main .empty, main [role=status]') !== null");
            assertNothingOfTheMarkupLives();
        }
        page.open(address("#/search?id=" + encoded(MARKUP)));
        page.waitFor("document.querySelector('main [role=status]').textContent !== 'Loading…'");
        assertNothingOfTheMarkupLives();
    }

    /** Markup is refused as a group id; what is allowed may still look like an address. */
    @Test
    void aGroupIdIsNeverTakenForMarkupOrAnAddress() {
        assertThatThrownBy(() -> bulkActions.submit(BulkActionRequest.to("default", MARKUP)
                .processor("SIMULATE").jobs(Stream.of(JobRequest.of(Map.of()))).build()))
                .isInstanceOf(InvalidIdException.class);
        group = "javascript:alert@1//" + group;
        submit(FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/failed/default?groupId=" + encoded(group)));
        page.waitForText("1 dead letter\n");

        page.click("tbody td:nth-child(3) a");

        page.waitFor("document.querySelector('h1').textContent === " + "'Group " + group + "'");
        page.waitForText("IllegalStateException");
        page.waitFor("location.hash.startsWith('#/group/default/javascript%3A')");
    }

    @Test
    void aKoreanBrowserIsAnsweredInKorean() {
        page.reset(1280, "ko-KR");
        page.open(address(""));
        fillInLogin();
        page.waitForText("개요");
        assertThat(page.evaluate("document.documentElement.lang").asString()).isEqualTo("ko");

        page.clickButton("일시 정지");
        page.clickButton("돌아가기");
        page.clickButton("English");

        page.waitForText("Overview");
        page.evaluate("localStorage.clear()");
    }

    @Test
    void anEndedSessionLeadsToTheLoginAndBack() {
        page.open(address("#/audit/default"));
        page.waitForText("Audit");

        page.forgetCookie("BULK_ACTION_SESSION", address(""));

        page.waitFor("location.pathname === '/login'");
        fillInLogin();
        page.waitFor("location.hash === '#/audit/default' && document.querySelector('h1').textContent === 'Audit'");
    }

    @Test
    void anActionInAnEndedSessionLeadsToTheLoginAndChangesNothing() {
        page.waitFor("document.querySelector('.cards button:not([hidden])') !== null");
        page.evaluate("document.querySelector('.cards button:not([hidden])').click()");
        page.forgetCookie("BULK_ACTION_SESSION", address(""));
        page.pressEnter();

        page.waitFor("location.pathname === '/login'");
        fillInLogin();
        page.waitFor("document.querySelector('.card .badge-on, .card .badge-idle') !== null");
    }

    @Test
    void aPhoneShowsEveryPageWithoutScrollingSideways() {
        submit(FailingProcessor.TYPE, 1, Map.of("html", MARKUP.repeat(5)));
        page.resize(390, 844);
        for (String name : List.of("overview", "queue/default", "failed/default", "failed", "search", "audit/default",
                "alerts", "submit", "settings/default",
                "job/default/" + encoded(group) + "/" + encoded(group + "-0"), "group/default/" + encoded(group))) {
            page.open(address("#/" + name));
            page.waitFor(
                    "document.querySelector('main .card') !== null && !document.body.innerText.includes('Loading…')");
            assertThat(page.evaluate("document.documentElement.scrollWidth").asInt()).as(name).isLessThanOrEqualTo(390);
        }
    }

    private long completed() {
        String text = page.evaluate("document.querySelector('.figure-completed dd').textContent").asString();
        return Long.parseLong(text.replace(",", ""));
    }
}
