package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The page offers what the roles of the person allow, and that works. */
@Execution(ExecutionMode.SAME_THREAD)
class RolesIT extends DashboardPerson {

    @Test
    void anOperatorPausesResumesAndCancelsAGroupButIsOfferedNoSubmit() {
        submit("SIMULATE", 30, Map.of("durationMs", 60_000));
        logInAs("olga");
        page.waitFor("document.documentElement.dataset.may === 'OPERATE'");
        assertThat(isOffered("[data-page=submit]")).isFalse();
        assertThat(isOffered("[data-page=access]")).isFalse();

        page.clickButton("Pause this group");
        page.type("dialog input", "the customer called");
        page.pressEnter();
        page.waitFor("document.querySelector('.pause-note').textContent.includes('by olga. the customer called')");
        page.clickButton("Resume this group");
        page.waitFor("document.querySelector('.pause-note') === null");
        page.clickButton("Cancel group");
        page.type("dialog input", "seen");
        page.pressEnter();

        page.waitFor("document.querySelector('#messages').textContent !== ''");
        assertThat(page.evaluate("document.querySelector('.message-bad') === null").asBoolean()).isTrue();
    }

    @Test
    void aViewerSeesTheGroupAndIsOfferedNothingThatWouldBeRefused() {
        submit("SIMULATE", 3, Map.of("durationMs", 60_000));
        logInAs("vera");
        page.waitFor("document.documentElement.dataset.may === '' && 'restricted' in document.documentElement.dataset");
        page.waitForText("Dead letters of this group");

        assertThat(page.evaluate("[...document.querySelectorAll('main button')]"
                + ".filter(each => each.checkVisibility() && !each.closest('.paging, th, .segments'))"
                + ".map(each => each.textContent).join()").asString()).isEmpty();
        bulkActions.cancel("default", group, "seen");
    }

    @Test
    void anAdministratorIsOfferedEverything() {
        page.waitFor("document.documentElement.dataset.may === 'OPERATE SUBMIT PLAN ADMINISTER'");
        assertThat(isOffered("[data-page=submit]")).isTrue();
        assertThat(isOffered("[data-page=access]")).isTrue();
        assertThat(isOffered("main")).isTrue();
    }

    private void logInAs(String name) {
        page.reset(1280, "en-US");
        page.open(address("#/group/default/" + encoded(group)));
        fillInLogin(name);
        page.waitForText("Group " + group);
    }

    private boolean isOffered(String selector) {
        return page.evaluate("document.querySelector('" + selector + "').checkVisibility()").asBoolean();
    }
}
