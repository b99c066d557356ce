package io.bulkaction.internal.operate.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.audit.Audit.Outcome;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.settings.AuditSettings;
import io.bulkaction.internal.settings.AuditSettings.Administrators;
import io.bulkaction.internal.settings.AuditSettings.Refused;
import io.bulkaction.internal.settings.AuditSettings.Submitters;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three trails that are read as one; none displaces entries of another. */
@Execution(ExecutionMode.SAME_THREAD)
class AuditIT {

    private static final Actor ANNA = new Actor("anna", "10.0.0.7");
    private static final Actor SENDER = new Actor("sender", "10.0.0.8", AuditKind.SUBMITTER);
    private static final Actor MALLORY = new Actor("mallory", "10.6.6.6", AuditKind.REFUSED);

    private final Office office = Office.with();

    @Test
    void submittersAndRefusalsDoNotDisplaceEntriesOfAdministrators() {
        Audit audit = audit(100, Duration.ofDays(90), Duration.ofDays(30), Duration.ofDays(7), false);
        note(audit, ANNA, "pause");
        for (int i = 0; i < 700; i++) {
            note(audit, SENDER, "cancel");
            note(audit, MALLORY, "login");
        }

        assertThat(entries(audit, AuditKind.ADMINISTRATOR)).singleElement()
                .satisfies(entry -> assertThat(entry.action()).isEqualTo("pause"));
        // why more than the bound: Redis drops whole pieces of a stream, of about a hundred entries
        assertThat(audit.page(office.name(), AuditKind.SUBMITTER, null, 1).total()).isBetween(100L, 300L);
        assertThat(audit.page(office.name(), AuditKind.REFUSED, null, 1).total()).isBetween(100L, 300L);
    }

    @Test
    void eachTrailForgetsAfterItsOwnTime() {
        Audit audit = audit(10_000, Duration.ofDays(90), Duration.ofDays(30), Duration.ofMillis(200), false);
        note(audit, ANNA, "pause");
        note(audit, SENDER, "cancel");
        note(audit, MALLORY, "first");

        await().untilAsserted(() -> {
            note(audit, MALLORY, "another");
            assertThat(entries(audit, AuditKind.REFUSED)).extracting(AuditEntry::action).doesNotContain("first");
        });
        await()
                .untilAsserted(() -> assertThat(entries(audit, AuditKind.REFUSED)).as("without another").isEmpty());
        assertThat(entries(audit, null)).extracting(AuditEntry::action).containsExactly("cancel", "pause");
    }

    @Test
    void pagesOverAllTrailsLeaveNothingOutAndRepeatNothing() {
        Audit audit = office.audit();
        for (int i = 0; i < 60; i++) { // several within a millisecond, so that trails share times
            note(audit, ANNA, "a" + i);
            note(audit, SENDER, "s" + i);
            note(audit, MALLORY, "r" + i);
        }
        List<AuditEntry> all = new ArrayList<>();
        String before = null;
        for (AuditTrail.Page page = audit.page(office.name(), null, before, 7); !page.entries().isEmpty(); page =
                audit.page(office.name(), null, before, 7)) {
            assertThat(page.total()).isEqualTo(180);
            all.addAll(page.entries());
            before = page.entries().getLast().id();
        }

        assertThat(all).hasSize(180);
        assertThat(new HashSet<>(all.stream().map(AuditEntry::id).toList())).hasSize(180);
        assertThat(all).extracting(AuditEntry::at).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(all).extracting(AuditEntry::kind).contains(AuditKind.ADMINISTRATOR, AuditKind.SUBMITTER,
                AuditKind.REFUSED);
        assertThatIllegalArgumentException().isThrownBy(() -> audit.page(office.name(), null, "1-1", 7));
        assertThatIllegalArgumentException().isThrownBy(() -> audit.page(office.name(), null, "1-1-6", 7));
    }

    @Test
    void aSearchFindsWhatFitsAndGoesOnWhereItEnded() {
        Audit audit = office.audit();
        for (int i = 0; i < 30; i++) {
            audit.note(office.name(), ANNA, i % 3 == 0 ? "pause" : "resume", "Job-" + i, Outcome.DONE, "because " + i);
            note(audit, MALLORY, "pause");
        }
        AuditTrail.Page first = audit.search(
                office.name(), null, new AuditFilter(ANNA.name(), "pause", null), null, 4);
        AuditTrail.Page rest = audit.search(
                office.name(), null, new AuditFilter(ANNA.name(), "pause", null), first.next(), 100);

        assertThat(first.entries()).extracting(AuditEntry::subject)
                .containsExactly("Job-27", "Job-24", "Job-21", "Job-18");
        assertThat(rest.entries()).extracting(AuditEntry::subject)
                .containsExactly("Job-15", "Job-12", "Job-9", "Job-6", "Job-3", "Job-0");
        assertThat(rest.next()).isNull();
        assertThat(audit.search(office.name(), null, new AuditFilter(null, null, "job-2"), null, 100).entries())
                .extracting(AuditEntry::subject)
                .containsExactly("Job-29", "Job-28", "Job-27", "Job-26", "Job-25", "Job-24", "Job-23", "Job-22",
                        "Job-21", "Job-20", "Job-2");
    }

    @Test
    void cancellingACancelledGroupIsNotRecorded() {
        GroupService groups = new GroupService(office.queues(), new ResultAggregators(List.of()));
        GroupActions actions = new GroupActions(groups, office.audit());
        office.test().enqueue("a", "a1", "a2");

        Cancellation first = actions.cancel(office.name(), new GroupId("a"), "asked", ANNA);
        Cancellation again = actions.cancel(office.name(), new GroupId("a"), "asked", ANNA);

        assertThat(first).isEqualTo(new Cancellation(true, 2, 0));
        assertThat(again).isEqualTo(new Cancellation(false, 2, 0));
        assertThat(entries(office.audit(), null)).hasSize(1);
    }

    @Test
    void everyEntryIsLoggedAsJsonIfThatIsSwitchedOn() {
        try (LogLines lines = LogLines.of("io.bulkaction.audit")) {
            note(office.audit(), ANNA, "pause");
            assertThat(lines.messages()).as("off by default").isEmpty();

            note(audit(100, Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1), true), SENDER, "can\ncel");

            JsonNode json = JsonMapper.shared().readTree(lines.messages().getFirst());
            assertThat(lines.messages()).singleElement().asString().doesNotContain("\n");
            assertThat(json.path("queue").asString()).isEqualTo(office.name().value());
            assertThat(json.path("kind").asString()).isEqualTo("SUBMITTER");
            assertThat(json.path("who").asString()).isEqualTo("sender");
            assertThat(json.path("from").asString()).isEqualTo("10.0.0.8");
            assertThat(json.path("action").asString()).isEqualTo("can\ncel");
            assertThat(json.path("outcome").asString()).isEqualTo("DONE");
            assertThat(json.path("id").asString()).isEqualTo(entries(office.audit(), null).getFirst().id());
            assertThat(json.path("at").asString()).isEqualTo(entries(office.audit(), null).getFirst().at().toString());
        }
    }

    @Test
    void administratorsAreKeptForLongestByDefault() {
        AuditSettings settings = Defaults.audit();

        assertThat(settings.administrators().retention()).isEqualTo(Duration.ofDays(90));
        assertThat(settings.submitters().retention()).isEqualTo(Duration.ofDays(30));
        assertThat(settings.refused().retention()).isEqualTo(Duration.ofDays(7));
    }

    private Audit audit(int entries, Duration administrators, Duration submitters, Duration refused, boolean log) {
        return new Audit(office.queues(), new AuditSettings(
                new Administrators(entries, administrators),
                new AuditSettings.Operators(entries, administrators), new Submitters(entries, submitters),
                new Refused(entries, refused), new AuditSettings.Readers(entries, submitters),
                new AuditSettings.Logins(entries, submitters),
                new AuditSettings.Log(log)));
    }

    private void note(Audit audit, Actor who, String action) {
        audit.note(office.name(), who, action, "", Outcome.DONE, "");
    }

    private List<AuditEntry> entries(Audit audit, @Nullable AuditKind kind) {
        return audit.page(office.name(), kind, null, 1_000).entries();
    }
}
