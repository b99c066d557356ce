package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobView;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs that a person pastes, chooses or drops are the jobs that are submitted. */
@Execution(ExecutionMode.SAME_THREAD)
class SubmitPageIT extends DashboardPerson {

    /** More than JavaScript can count. */
    private static final String LARGE = "9007199254740993";

    @Test
    void pastedLinesKeepWhenTheyRunAndTheDigitsOfTheirNumbers() {
        open("&groupId=" + encoded(group));
        paste("{\"jobId\":\"later\",\"payload\":{\"n\":" + LARGE + "},\"delay\":\"1h\"}\n"
                + "{\"jobId\":\"traced\",\"payload\":{\"durationMs\":1},\"metadata\":{\"trace\":\"a\"}}\n");
        page.waitForText("2 lines of JSON.");
        page.waitForText("delay: \"1h\"");
        page.waitForText("{\"n\":" + LARGE + "}");
        page.clickButton("Submit 2 jobs");
        page.waitForText("Accepted: 2. Duplicates: 0.");

        assertThat(job("later").place()).isEqualTo(JobView.Place.SCHEDULED);
        assertThat(job("traced").metadata()).isEqualTo(Map.of("trace", "a"));
        page.open(address("#/job/default/" + encoded(group) + "/later"));
        page.waitForText("\"n\": " + LARGE);
        page.clickButton("Copy");
        page.waitForText("Copied.");
        assertThat(copied()).isEqualTo("{\n  \"n\": " + LARGE + "\n}");
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void anArrayIsPastedWithJobsOfManyGroups() {
        open("");
        paste("[{\"jobId\": \"one\", \"groupId\": \"" + group + "\",\n \"payload\": {\"durationMs\": 1}},\n"
                + " {\"jobId\": \"two\", \"groupId\": \"" + group + "-b\", \"payload\": {\"durationMs\": 1}}]");
        page.waitForText("A JSON array of 2 jobs.");
        page.clickButton("Submit 2 jobs");

        page.waitForText("Accepted: 2. Duplicates: 0.");
        page.waitFor("[...document.querySelectorAll('.submit a.id')].map(a => a.textContent).join() === '" + group + ","
                + group + "-b'");
    }

    @Test
    void aWholeRequestIsSentAsItIs() {
        open("");
        paste("{\"groupId\": \"" + group
                + "\", \"processorType\": \"SIMULATE\", \"sealed\": false, \"delay\": \"1h\",\n"
                + "\"jobs\": [{\"jobId\": \"one\", \"payload\": {\"n\": " + LARGE + "}}]}");
        page.waitForText("A whole request with 1 job");
        page.waitForText("sealed: false, delay: \"1h\"");
        assertThat(page.evaluate("document.querySelector('[name=groupId]').disabled").asBoolean()).isTrue();
        page.clickButton("Submit 1 job");

        page.waitForText("Accepted: 1. Duplicates: 0.");
        assertThat(String.valueOf(job("one").payload())).contains(LARGE);
        assertThat(bulkActions.progress("default", group).orElseThrow().sealed()).isFalse();
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void aMisspeltFieldOfAJobIsNotTakenForAPayload() {
        open("&groupId=" + encoded(group));
        paste("{\"payload\": {\"durationMs\": 1}, \"dealy\": \"1h\"}");

        page.waitForText("A job has no field dealy");
        assertThat(page.evaluate("document.querySelector('.submit .primary').disabled").asBoolean()).isTrue();
    }

    @Test
    void theTableOfAChosenFileHasTheSeparatorOfItsHeader() {
        open("&groupId=" + encoded(group));
        page.evaluate(file("jobs.csv", "jobId;size;note\none;5\" x, y;\"a;b\"\n")
                + "const input = document.querySelector('[type=file]'); input.files = data.files;"
                + "input.dispatchEvent(new Event('change'))}");

        page.waitForText("A table of 1 job. Cells are separated by ;");
        page.waitFor("document.querySelector('td code').textContent === "
                + quoted("{\"size\":\"5\\\" x, y\",\"note\":\"a;b\"}"));
        page.clickButton("Submit 1 job");
        page.waitForText("Accepted: 1. Duplicates: 0.");
    }

    @Test
    void aDroppedFileOfLinesIsReadAndCopiedAsCurl() {
        open("&groupId=" + encoded(group));
        page.evaluate(file("jobs.ndjson", "{\"to\":\"it's\",\"n\":" + LARGE + "}\n{\"n\":1.0}\n")
                + "document.querySelector('textarea').dispatchEvent("
                + "new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))}");
        page.waitForText("2 lines of JSON.");
        page.type("textarea", "\n"); // a browser gives the clipboard only to a page that somebody uses
        page.clickButton("Copy as curl");
        page.waitForText("Copied.");

        assertThat(copied())
                .startsWith("printf '%s' '{\"payload\":{\"to\":\"it'\\''s\",\"n\":" + LARGE
                        + "}}\n{\"payload\":{\"n\":1.0}}\n' | curl")
                .contains("-H 'Content-Type: application/x-ndjson'")
                .endsWith("'" + address("api/bulk-actions?queue=default&groupId=" + encoded(group)
                        + "&processorType=SIMULATE'"));
    }

    @Test
    void theProcessorsOfTheLiveInstancesAreOffered() {
        open("");

        page.waitFor("[...document.querySelectorAll('#processors option')].map(o => o.value).includes('"
                + FailingProcessor.TYPE + "')");
    }

    private void open(String query) {
        page.open(address("#/submit?processorType=SIMULATE" + query));
        page.waitFor("document.querySelector('[name=queue]').value === 'default'");
    }

    private void paste(String text) {
        page.type("textarea", text);
    }

    /** What a person would get by pasting it. */
    private String copied() {
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=pasted></textarea>')");
        page.evaluate("document.querySelector('#pasted').focus()");
        page.pressPaste();
        page.waitFor("document.querySelector('#pasted').value !== ''");
        return page.evaluate("document.querySelector('#pasted').value").asString();
    }

    private JobView job(String id) {
        return bulkActions.job("default", group, id).orElseThrow();
    }

    /** @return script that is to go on, with the file in {@code data} */
    private static String file(String name, String text) {
        return "{const data = new DataTransfer(); data.items.add(new File([" + quoted(text) + "], '" + name + "'));";
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
