package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.AuditEntry;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An administrator changes the limits of a group while it waits. */
class GroupLimitsIT {

    private static final Actor ANNA = new Actor("anna", "10.0.0.7");
    private static final GroupId A = new GroupId("a");

    private final Office office = Office.with("backpressure.global-rps", "100");
    private final TestQueue test = office.test();

    @Test
    void aGroupParkedForItsConcurrencyIsUnparkedAtOnce() {
        test.enqueue("a", "a1", "a2", "a3");
        limit(null, 1);
        assertThat(claim()).containsExactly("a1");
        assertThat(claim()).as("parked").isEmpty();
        assertThat(test.meta("a")).containsEntry("parked", "concurrency");

        Groups.Limited limited = limit(null, 2);

        assertThat(limited).isEqualTo(new Groups.Limited(true, new GroupLimits(0.0, 2)));
        assertThat(test.meta("a")).doesNotContainKey("parked");
        assertThat(wakesFetcher()).isTrue();
        assertThat(claim()).containsExactly("a2");
        Accounting.prove(test);
        limit(null, 0);
        assertThat(claim()).containsExactly("a3");
        Accounting.prove(test);
    }

    @Test
    void aGroupWithoutTokensContinuesInTheSameWindow() {
        test.enqueue("a", "a1", "a2", "a3", "a4");
        limit(1.0, null);
        assertThat(claim()).containsExactly("a1");
        assertThat(claim()).isEmpty();
        assertThat(test.meta("a")).containsEntry("parked", "rate");

        limit(3.0, null);

        assertThat(claim()).as("two more tokens of this window, oldest first").containsExactly("a2", "a3");
        assertThat(claim()).isEmpty();
        Accounting.prove(test);
        test.advance(1000);
        assertThat(claim()).containsExactly("a4");
    }

    @Test
    void aLowerLimitHoldsFromTheNextFetchOn() {
        test.enqueue("a", "a1", "a2", "a3");
        assertThat(office.driver().claim(1)).hasSize(1);
        limit(null, 1);
        assertThat(claim()).isEmpty();
        Accounting.prove(test);
    }

    @Test
    void limitsStayForTheNextRunAndOneIsChangedWithoutTheOther() {
        test.enqueue("a", "a1");
        limit(5.0, 3);
        limit(null, 4);
        assertThat(office.driver().completeAll()).isEqualTo(1);
        office.finish("a");
        test.enqueue("a", "a2");
        assertThat(test.meta("a")).containsEntry("run", "2");
        assertThat(office.operations().limits(office.name(), A)).isEqualTo(new GroupLimits(5.0, 4));
    }

    @Test
    void anUnchangedLimitSaysSoAndAnUnknownGroupIsRefused() {
        test.enqueue("a", "a1");
        limit(5.0, null);
        assertThat(limit(5.0, null).changed()).isFalse();
        assertThat(limit(null, 0).changed()).as("no limit is no limit").isFalse();
        assertThatThrownBy(() -> office.operations()
                .limit(office.name(), new GroupId("none"), new GroupLimits(1.0, null), ANNA))
                .hasMessageContaining("UNKNOWN_GROUP");
        assertThat(test.meta("none")).as("nothing was written").isEmpty();
        assertThatThrownBy(() -> new GroupLimits(Double.POSITIVE_INFINITY, null))
                .isInstanceOf(InvalidSubmissionException.class);
        assertThatThrownBy(() -> new GroupLimits(Double.NaN, null)).isInstanceOf(InvalidSubmissionException.class);

        List<AuditEntry> trail = office.audit().page(office.name(), null, null, 10).entries();
        assertThat(trail).extracting(AuditEntry::outcome)
                .containsExactly("REFUSED", "DONE");
        assertThat(trail).allSatisfy(entry -> assertThat(entry.action()).isEqualTo("limit"));
        assertThat(trail.getLast().detail()).isEqualTo("maxRps 5.0, maxConcurrency 0");
        assertThat(trail.getLast().subject()).isEqualTo("a");
    }

    private Groups.Limited limit(Double maxRps, Integer maxConcurrency) {
        return office.operations().limit(office.name(), A, new GroupLimits(maxRps, maxConcurrency), ANNA);
    }

    private List<String> claim() {
        return office.driver().claim(10).stream().map(ClaimedJob::id).map(Object::toString).toList();
    }

    private boolean wakesFetcher() {
        return test.redis().read(commands -> commands.llen(test.redis().keys().wakeFetcher())) == 1;
    }
}
