package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.AuditEntry;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

        assertThat(limited).isEqualTo(new Groups.Limited(true, new GroupLimits(0.0, 2, 1.0), PriorityLevel.NORMAL));
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
        test.enqueue("a", "a2");
        assertThat(test.meta("a")).containsEntry("run", "2");
        assertThat(office.operations().limits(office.name(), A).limits()).isEqualTo(new GroupLimits(5.0, 4, 1.0));
    }

    @Test
    void anotherWeightTakesEffectWithTheNextTurn() {
        test.enqueue("a", IntStream.range(0, 40).mapToObj(i -> "a" + i).toArray(String[]::new));
        test.enqueue("b", IntStream.range(0, 40).mapToObj(i -> "b" + i).toArray(String[]::new));
        assertThat(claim()).filteredOn(id -> id.startsWith("a")).hasSize(5);

        Groups.Limited limited = weigh(4.0);

        assertThat(limited).isEqualTo(new Groups.Limited(true, new GroupLimits(0.0, 0, 4.0), PriorityLevel.NORMAL));
        assertThat(weigh(4.0).changed()).isFalse();
        List<String> served = Stream.generate(this::claim).limit(3).flatMap(List::stream).toList();
        assertThat(served).filteredOn(id -> id.startsWith("b")).as("a turn of 5, after one of 20").hasSize(5);
        limit(0.0, 7);
        assertThat(office.operations().limits(office.name(), A).limits()).isEqualTo(new GroupLimits(0.0, 7, 4.0));
        weigh(0.5);
        assertThat(test.meta("a")).containsEntry("weight", "0.5").containsEntry("maxConcurrency", "7");
        assertThat(office.audit().page(office.name(), null, null, 10).entries()).extracting(AuditEntry::detail)
                .containsExactly("maxRps 0.0, maxConcurrency 7, weight 0.5, priorityLevel NORMAL",
                        "maxRps 0.0, maxConcurrency 7, weight 4.0, priorityLevel NORMAL",
                        "maxRps 0.0, maxConcurrency 0, weight 4.0, priorityLevel NORMAL");
        Accounting.prove(test);
    }

    @Test
    void anotherWeightDoesNotUnparkAGroup() {
        test.enqueue("a", "a1", "a2");
        limit(null, 1);
        assertThat(claim()).containsExactly("a1");
        assertThat(claim()).isEmpty();
        test.redis().read(commands -> commands.del(test.redis().keys().wakeFetcher()));

        weigh(2.0);

        assertThat(test.meta("a")).containsEntry("parked", "concurrency").containsEntry("weight", "2.0");
        assertThat(wakesFetcher()).isFalse();
        Accounting.prove(test);
    }

    private Groups.Limited weigh(double weight) {
        return office.operations().limit(office.name(), A, new GroupLimits(null, null, weight), null, false, ANNA);
    }

    @Test
    void anUnchangedLimitSaysSoAndAnUnknownGroupIsRefused() {
        test.enqueue("a", "a1");
        limit(5.0, null);
        assertThat(limit(5.0, null).changed()).isFalse();
        assertThat(limit(null, 0).changed()).as("no limit is no limit").isFalse();
        assertThatThrownBy(() -> office.operations()
                .limit(office.name(), new GroupId("none"), new GroupLimits(1.0, null), null, false, ANNA))
                .hasMessageContaining("UNKNOWN_GROUP");
        assertThat(test.meta("none")).as("nothing was written").isEmpty();
        assertThatThrownBy(() -> new GroupLimits(Double.POSITIVE_INFINITY, null))
                .isInstanceOf(InvalidSubmissionException.class);
        assertThatThrownBy(() -> new GroupLimits(Double.NaN, null)).isInstanceOf(InvalidSubmissionException.class);

        List<AuditEntry> trail = office.audit().page(office.name(), null, null, 10).entries();
        assertThat(trail).extracting(AuditEntry::outcome)
                .containsExactly("REFUSED", "DONE");
        assertThat(trail).allSatisfy(entry -> assertThat(entry.action()).isEqualTo("limit"));
        assertThat(trail.getLast().detail())
                .isEqualTo("maxRps 5.0, maxConcurrency 0, weight 1.0, priorityLevel NORMAL");
        assertThat(trail.getLast().subject()).isEqualTo("a");
    }

    @Test
    void whoIsKeptToSomeGroupsOnlyLowersWhatOthersHaveSet() {
        test.enqueue("a", "a1");
        limit(5.0, 3);
        assertThat(keptLimit(new GroupLimits(4.0, 2, 0.5)).limits()).isEqualTo(new GroupLimits(4.0, 2, 0.5));
        assertThat(keptLimit(new GroupLimits(5.0, 3, 1.0)).changed()).as("as far as it was set").isTrue();
        for (GroupLimits more : List.of(
                new GroupLimits(0.0, null), new GroupLimits(5.5, null), new GroupLimits(null, 0),
                new GroupLimits(null, 4),
                new GroupLimits(null, null, 1.5))) {
            assertThatThrownBy(() -> keptLimit(more)).as(more.toString())
                    .hasMessageContaining("LIMIT_NOT_ALLOWED")
                    .hasMessageContaining("maxRps 5.0, maxConcurrency 3, weight 1");
        }
        assertThat(office.operations().limits(office.name(), A).limits()).isEqualTo(new GroupLimits(5.0, 3, 1.0));
        Accounting.prove(test);

        limit(0.0, null); // those who set it lift it for all
        assertThat(keptLimit(new GroupLimits(50.0, null)).limits().maxRps()).isEqualTo(50.0);
        Accounting.prove(test);
    }

    @Test
    void whoIsKeptToSomeGroupsKeepsToTheirHoursAndToTheirWeight() {
        test.enqueue("a", "a1");
        assertThat(keptLimit(new GroupLimits(null, null, null, "own")).limits().sendingWindow()).isEqualTo("own");
        office.operations().limit(office.name(), A, new GroupLimits(null, null, 3.0, "nights"), null, false, ANNA);

        for (String other : List.of("own", GroupLimits.NO_WINDOW)) {
            assertThatThrownBy(() -> keptLimit(new GroupLimits(null, null, null, other)))
                    .hasMessageContaining("sendingWindow nights");
        }
        assertThat(keptLimit(new GroupLimits(null, null, 3.0, "nights")).changed()).as("as it is").isFalse();
        assertThat(keptLimit(new GroupLimits(null, null, 1.0)).limits().weight()).isEqualTo(1.0);
        assertThatThrownBy(() -> keptLimit(new GroupLimits(null, null, 3.0))).hasMessageContaining("weight 1.0");
    }

    private Groups.Limited keptLimit(GroupLimits limits) {
        return office.operations().limit(office.name(), A, limits, null, true, ANNA);
    }

    private Groups.Limited limit(Double maxRps, Integer maxConcurrency) {
        return office.operations().limit(office.name(), A, new GroupLimits(maxRps, maxConcurrency), null, false, ANNA);
    }

    private List<String> claim() {
        return office.driver().claim(10).stream().map(ClaimedJob::id).map(Object::toString).toList();
    }

    private boolean wakesFetcher() {
        return test.redis().read(commands -> commands.llen(test.redis().keys().wakeFetcher())) == 1;
    }
}
