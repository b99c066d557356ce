package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.JobRequest;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a person does to groups and jobs on their pages, and how jobs are submitted by hand. */
@Execution(ExecutionMode.SAME_THREAD)
class WorkbenchIT extends DashboardPerson {

    @Test
    void aTableIsSubmittedAndItsHeaderNamesTheFieldsOfThePayload() {
        page.open(address("#/submit?processorType=SIMULATE&groupId=" + encoded(group)));
        page.type("textarea", "jobId,durationMs,note\none,1,\"a, b\"\ntwo,1,c\n");
        page.waitForText("A table of 2 jobs.");
        page.waitFor("document.querySelector('td code').textContent === '{\"durationMs\":\"1\",\"note\":\"a, b\"}'");

        page.clickButton("Submit 2 jobs");

        page.waitForText("Accepted: 2. Duplicates: 0.");
        page.click(".submit a.id");
        page.waitFor("document.querySelector('h1').textContent === 'Group " + group + "'");
    }

    @Test
    void whatIsNeitherJsonNorATableIsNotSent() {
        page.open(address("#/submit?processorType=SIMULATE&groupId=" + encoded(group)));
        page.type("textarea", "{\"a\": 1}\n{broken");

        page.waitForText("Line 2 is not JSON.");
        assertThat(page.evaluate("document.querySelector('.submit .primary').disabled").asBoolean()).isTrue();
    }

    @Test
    void anUnknownProcessorIsNamedByTheServer() {
        page.open(address("#/submit?processorType=NO_SUCH&groupId=" + encoded(group)));
        page.type("textarea", "{\"a\": 1}");
        page.clickButton("Submit 1 job");

        page.waitFor("document.querySelector('.message-bad').textContent.includes('NO_SUCH')");
    }

    @Test
    void theLimitsOfAGroupAreChangedOnItsPage() {
        submit("SIMULATE", 3, Map.of("durationMs", 60_000));
        page.open(address("#/group/default/" + encoded(group)));
        page.waitFor("document.querySelector('[name=weight]').value === '1'");

        page.evaluate("document.querySelector('[name=maxConcurrency]').value = 2");
        page.clickButton("Save");
        page.waitForText("The limits of the group have changed.");

        page.open(address("#/audit/default"));
        page.waitForText("Change limits of group");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aTenantIsPausedAndResumedOnThePageOfItsGroup() {
        submit("SIMULATE", 3, Map.of("durationMs", 60_000));
        page.open(address("#/group/default/" + encoded(group)));
        page.clickButton("Pause group");
        page.type("dialog input", "asked for it");
        page.pressEnter();
        page.waitForText("group is paused since");
        page.waitForText("asked for it");

        page.clickButton("Resume group");
        page.waitFor("document.querySelector('.pause-note') === null");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aGroupIsPausedAndResumedOnItsPage() {
        submit("SIMULATE", 30, Map.of("durationMs", 60_000));
        page.open(address("#/group/default/" + encoded(group)));
        page.clickButton("Pause this group");
        page.type("dialog input", "the customer called");
        page.pressEnter();
        page.waitFor("document.querySelector('.pause-note').textContent.includes('by ann. the customer called')");

        page.clickButton("Resume this group");
        page.waitFor("document.querySelector('.pause-note') === null");
        page.open(address("#/audit/default"));
        page.waitForText("Resume group");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aGroupThatIsPausedWithoutAReasonShowsNoCodeInItsPlace() {
        submit("SIMULATE", 3, Map.of("durationMs", 60_000));
        page.open(address("#/group/default/" + encoded(group)));
        page.clickButton("Pause this group");
        page.pressEnter();
        page.waitForText("The group has been paused since");
        page.waitFor("document.querySelector('.pause-note').textContent.trim().endsWith('by ann.')");
        assertThat(shownText()).doesNotContain("MANUAL_PAUSE");

        page.open(address("#/audit/default"));
        page.waitForText(group);
        assertThat(shownText()).doesNotContain("MANUAL_PAUSE");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aRunThatIsNotSealedSaysSoAndIsSealedOnItsPage() {
        bulkActions.submit(BulkActionRequest.to("default", group).processor("SIMULATE").sealed(false)
                .jobs(Stream.of(JobRequest.of("one", Map.of("durationMs", 1)))).build());
        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("the run is not sealed, so it does not end");

        page.clickButton("Seal");
        page.click("dialog .primary");

        page.waitForText("The run is sealed.");
        page.waitForText("Completed");
    }

    @Test
    void whatThereIsMostOfIsShownWhileNothingRuns() {
        bulkActions.submit(BulkActionRequest.to("default", group).processor("SIMULATE")
                .jobs(Stream.of(JobRequest.of("later", Map.of("durationMs", 1)).delay(Duration.ofHours(1)))).build());
        page.open(address("#/group/default/" + encoded(group)));

        page.waitFor("document.querySelector('[name=jobs]').value === 'WAITING'");
        page.waitFor("document.querySelector('[name=jobs]').selectedOptions[0].textContent.endsWith('(1)')");
        page.waitFor(
                "document.querySelector('[name=jobs]').closest('section').querySelectorAll('tbody tr').length === 1");
        page.waitForText("Age");
        assertThat(shownText()).doesNotContain("Running for");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void theJobsOfAGroupAreShownByStatusAndPagedAndTheAddressKeepsTheChoice() {
        submit("SIMULATE", 60, Map.of("durationMs", 1));
        page.open(address("#/group/default/" + encoded(group)));
        page.waitForText("Completed (60)");
        page.waitFor(
                "document.querySelector('[name=jobs]').closest('section').querySelectorAll('tbody tr').length === 25");
        page.clickButton("Next");
        page.waitForText("Page 2");
        page.clickButton("Next");
        page.waitFor(
                "document.querySelector('[name=jobs]').closest('section').querySelectorAll('tbody tr').length === 10");
        page.evaluate("(choice => {choice.value = 'FAILED'; choice.dispatchEvent(new Event('change'))})"
                + "(document.querySelector('[name=jobs]'))");
        page.waitForText("The group has no such jobs.");

        assertThat(page.evaluate("location.hash").asString()).endsWith("?jobs=FAILED");
        String file = page.evaluate("fetch(document.querySelector('a[download]').href).then(answer => answer.text())")
                .asString();
        assertThat(file.lines()).hasSize(61);
    }

    @Test
    void aDeadLetterIsRetriedWithAnotherPayload() {
        submit("SIMULATE", 1, Map.of("outcome", "permanent"));
        page.open(address("#/job/default/" + encoded(group) + "/" + encoded(group + "-0")));
        page.waitForText("Retry with another payload");

        page.click("summary");
        page.waitFor("document.querySelector('details textarea').value.includes('permanent')");
        page.evaluate("document.querySelector('details textarea').value = '{\"durationMs\": 1}'");
        page.clickButton("Submit the new job");

        page.waitForText("Resolved by hand");
        page.waitForText("replaced by " + group + "-0-2");
        page.open(address("#/job/default/" + encoded(group) + "/" + encoded(group + "-0-2")));
        page.waitForText("Completed");
    }

    @Test
    void anErrorThatALaterAttemptMadeGoodIsHistory() {
        submit(FailingProcessor.TYPE, 1, Map.of("n", 1));
        page.open(address("#/job/default/" + encoded(group) + "/" + encoded(group + "-0")));
        page.waitForText("Failed attempts");
        failing.broken = false;
        page.clickButton("Retry");
        page.click("dialog .primary");

        page.waitForText("Failed attempts before it succeeded");
        String timeline = page.evaluate("document.querySelector('.timeline').innerText").asString();
        assertThat(timeline).matches(
                "(?s).*Submitted.*Attempt 1 failed on \\S+, .*IllegalStateException.*Attempt \\d succeeded on .*");
        assertThat(page.evaluate("document.querySelector('.facts').textContent").asString())
                .doesNotContain("IllegalStateException");
    }

    @Test
    void theSettingsOfAQueueAreShownWithWhereTheyComeFrom() {
        page.open(address("#/settings/strict"));
        String row = "[...document.querySelectorAll('tbody tr')].find(each => each.textContent.startsWith('%s'))";

        page.waitFor(row.formatted("on-final-failure") + ".children[1].textContent === 'PAUSE'");
        page.waitFor(row.formatted("on-final-failure") + ".children[3].textContent !== 'default'");
        page.waitFor(row.formatted("retention.completed-jobs") + ".children[3].textContent === 'default'");
        page.waitFor(row.formatted("fair-queue.weights[acme/june]") + ".children[1].textContent === '0.5'");
        page.waitFor(row.formatted("fair-queue.weights[acme/june]") + ".children[3].textContent !== 'default'");
    }

    @Test
    void whatIsSetAtRunTimeIsShownBesideTheSetting() {
        page.open(address("#/queue/strict"));
        page.waitFor("document.querySelector('[name=globalRps]').placeholder !== ''");
        page.type("[name=globalRps]", "50");
        page.clickButton("Save");
        page.waitForText("now 50");

        page.open(address("#/settings/strict"));
        String row = "[...document.querySelectorAll('tbody tr')].find(each => each.textContent.startsWith("
                + "'backpressure.global-rps'))";
        page.waitFor(row + ".children[2].textContent === '50.0'");
        page.open(address("#/queue/strict"));
        page.clickButton("Reset to the settings");
        page.waitFor("document.querySelector('[name=globalRps]').value === ''");
    }

    @Test
    void aGroupIsFoundByHowItBeginsByItsTenantAndByItsLabels() {
        String tenant = "tenant-" + group.substring(6, 14);
        bulkActions.submit(BulkActionRequest.to("default", tenant + "/mails").processor("SIMULATE")
                .labels(Map.of("campaign", tenant)).jobs(Stream.of(JobRequest.of("1", Map.of("durationMs", 1))))
                .build());
        page.open(address("#/search?id=" + tenant.substring(0, 12)));
        page.waitFor("[...document.querySelectorAll('.hits a')].map(a => a.textContent).join(' ') === '"
                + tenant + "/mails campaign=" + tenant + " " + tenant + "'");
        page.click(".hits a.label");
        page.waitFor("location.hash.includes('campaign%3D" + tenant + "')");
        page.waitFor("document.querySelectorAll('.hits a').length === 2");

        page.click(".hits a");
        page.waitFor("document.querySelector('.facts a.label').textContent === 'campaign=" + tenant + "'");
    }

    @Test
    void theCallsOfTheServiceAreListed() {
        page.open(address("#/settings/default"));
        page.waitFor("document.querySelector('a[href=\"#/calls\"]') !== null");
        page.click("a[href=\"#/calls\"]");

        page.waitForText("/api/bulk-actions/{groupId}/job-results");
        page.waitForText("/admin/queue/search");
    }

    @Test
    void theSlashKeyLeadsToTheSearch() {
        page.pressKey("/");
        page.waitFor("document.activeElement.id === 'search'");
        submit("SIMULATE", 1, Map.of("durationMs", 1));
        page.type("#search", group);
        page.pressEnter();

        page.waitFor("document.querySelector('.hits a').textContent === '" + group + "'");
    }

    @Test
    void anApiTokenIsMadeShownOnceAndRevoked() {
        String name = "page-" + group.substring(group.indexOf('/') + 1);
        page.open(address("#/access"));
        page.type("[name=token-name]", name);
        page.type("input[name=groups]:not([type=number])", "acme/*, initech/*");
        page.type("[type=number][name=jobs]", "5000");
        page.type("[name=submitsPerSecond]", "2.5");
        page.click("[name=payloads]");
        page.clickButton("Make an API token");

        page.waitFor("document.querySelector('code.secret')?.textContent.startsWith('ba_" + name + ".')");
        page.waitForText("Groups: acme/*, initech/* · Unfinished jobs: 5,000 · Submits/s: 2.5 · sees payloads");

        page.click("[aria-label='Change when " + name + " expires']");
        page.evaluate("document.querySelector('dialog input').value = ''");
        page.type("dialog input", "1");
        page.pressEnter();
        page.waitForText("The API token " + name + " expires at ");

        page.open(address("#/audit/default"));
        page.waitForText("Make API token");
        page.open(address("#/access"));
        page.waitForText(name);
        assertThat(shownText()).doesNotContain("ba_" + name);

        page.click("[aria-label='Revoke " + name + "?']");
        page.click("dialog .danger");
        page.waitForText("The API token " + name + " was revoked.");
        page.waitFor("document.querySelector(\"[aria-label='Revoke " + name + "?']\") === null");
    }
}
